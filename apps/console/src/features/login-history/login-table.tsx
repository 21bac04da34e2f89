import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absoluteTime } from '../../lib/time.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { deviceName, type Login, reasonText } from './view.ts';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];
const columns = 5;

/** The rows, or their shapes while they load. */
export const LoginTable = memo(function LoginTable({ rows }: { rows: readonly Login[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <div className="overflow-x-auto">
      <table className="vt">
        <thead>
          <tr>
            <th>{t('tools:login.column.time')}</th>
            <th>{t('tools:login.column.result')}</th>
            <th>{t('tools:login.column.device')}</th>
            <th className="max-md:hidden">{t('tools:login.column.network')}</th>
            <th className="max-md:hidden">{t('tools:login.column.method')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <LoginRow key={row.id} row={row} />)
            : skeletonRows.map((key) => (
                <tr key={key}>
                  <td colSpan={columns}>
                    <Skeleton className="w-2/3" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
});

function LoginRow({ row }: { row: Login }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <tr data-login={row.id}>
      <td>
        <span className="grid leading-tight">
          <span className="tabular-nums max-md:hidden">{absoluteTime(row.time)}</span>
          <span className="md:text-mut md:text-xs">
            <RelativeTime when={row.time} />
          </span>
        </span>
      </td>
      <td>
        <StatusPill tone={row.result ? 'done' : 'bad'} text={t(row.result ? 'tools:login.ok' : 'tools:login.failed')} />
        {!row.result && <span className="block text-mut text-xs">{t(reasonText(row.reason))}</span>}
      </td>
      <td className="max-w-72">
        <bdi className="block truncate" title={row.ua}>
          {deviceName(row) || row.ua}
        </bdi>
        <bdi className="mono block text-mut text-xs md:hidden">{row.ip}</bdi>
        {row.is_new && (
          <span className="rounded bg-warns px-1 text-warn text-xs" title={t('tools:login.newText')}>
            {t('tools:login.new')}
          </span>
        )}
      </td>
      <td className="max-md:hidden">
        <bdi className="mono">{row.ip}</bdi>
      </td>
      <td className="max-md:hidden">
        {t(row.method === 'step_up' ? 'tools:login.method.stepUp' : 'tools:login.method.login')}
      </td>
    </tr>
  );
}
