import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceName } from '../../lib/device-name.ts';
import { absoluteTime } from '../../lib/time.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { type Login, reasonText } from './view.ts';

/** The rows, or their shapes while they load. */
export const LoginTable = memo(function LoginTable({ rows }: { rows: readonly Login[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const head = [
    { text: t('tools:login.column.time') },
    { text: t('tools:login.column.result') },
    { text: t('tools:login.column.device') },
    { text: t('tools:login.column.network'), className: 'max-md:hidden' },
    { text: t('tools:login.column.method'), className: 'max-md:hidden' },
  ];
  return (
    <PlainTable head={head} shapes={6}>
      {rows?.map((row) => (
        <LoginRow key={row.id} row={row} />
      ))}
    </PlainTable>
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
