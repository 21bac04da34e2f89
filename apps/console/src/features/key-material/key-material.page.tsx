import { Vault } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { signerText } from '../../lib/signer-name.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RequestFilters } from './request-filters.tsx';
import { SharesCard } from './shares-card.tsx';
import { type Request, type RequestFilter, readFilter, stateViews } from './view.ts';

const everyMs = 5_000;
const pageSize = 20;

/** The shares of the keys, and requests to have one given out (spec route center/keyRecovery). */
export default function KeyMaterialPage(): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const drawers = useDrawers();
  const mayApply = usePermission('keyMaterial.apply');
  const me = useApi('team', 'list', {}, { quiet: true, enabled: mayApply }).data?.list.find((one) => one.me);
  const may = mayApply && me?.key_holder === true;
  const shares = useApi('keyMaterial', 'shares', {}, { quiet: true, refetchInterval: everyMs });
  const ask = may && (
    <Button variant="primary" onClick={() => drawers.push('keyRequest')}>
      <Vault aria-hidden />
      {t('privateKeyRecovery:request')}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={t('nav.keys')} text={t('privateKeyRecovery:about')} actions={ask} />
      {mayApply && me?.key_holder === false && <Banner>{t('privateKeyRecovery:holderOnly')}</Banner>}
      {shares.data?.key_groups.length === 0 && <Banner tone="warn">{t('privateKeyRecovery:noSigners')}</Banner>}
      {shares.data?.key_groups.map((group) => (
        <SharesCard key={group.key_group} group={group} />
      ))}
      {!shares.data &&
        (shares.error ? (
          <ErrorState error={shares.error} onRetry={() => void shares.refetch()} />
        ) : (
          <Skeleton className="h-40 w-full" />
        ))}
      <Requests ask={ask} />
    </Page>
  );
}

function Requests({ ask }: { ask: ReactNode }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const [filter, write] = useAddress(readFilter);
  const { state, q, page } = filter;
  const filtered = state !== undefined || q !== undefined;
  const asked = { ...(state ? { state } : {}), ...(q ? { keyword: q } : {}), page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('keyMaterial', 'list', asked, {
    quiet: true,
    keep: true,
    refetchInterval: everyMs,
  });
  const change = (next: { readonly [K in keyof RequestFilter]?: RequestFilter[K] | undefined }): void =>
    write({ page: undefined, ...next });
  return (
    <Card flush>
      <h2 className="border-line border-b px-4 py-3 font-medium">{t('privateKeyRecovery:requests')}</h2>
      {(filtered || (data && data.total > 0)) && <RequestFilters filter={filter} onChange={change} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.list.length === 0 && filtered ? (
        <EmptyState
          icon={<Vault size={18} aria-hidden />}
          title={t('privateKeyRecovery:noMatch')}
          action={<Button onClick={() => change({ state: undefined, q: undefined })}>{t('common.clear')}</Button>}
        />
      ) : data?.list.length === 0 ? (
        <EmptyState
          icon={<Vault size={18} aria-hidden />}
          title={t('privateKeyRecovery:empty')}
          text={t('privateKeyRecovery:emptyText')}
          action={ask}
        />
      ) : (
        <RequestTable requests={data?.list} />
      )}
      {data && data.total > pageSize && (
        <Pager page={page} pages={data.pageTotal} total={data.total} onPage={(to) => change({ page: to })} />
      )}
    </Card>
  );
}

function RequestTable({ requests }: { requests: readonly Request[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const drawers = useDrawers();
  if (!requests) return <Skeleton className="m-4 h-8 w-2/3" />;
  return (
    <div className="overflow-x-auto">
      <table className="vt">
        <thead>
          <tr>
            <th>{t('privateKeyRecovery:column.request')}</th>
            <th>{t('privateKeyRecovery:column.state')}</th>
            <th className="max-md:hidden">{t('privateKeyRecovery:column.when')}</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((one) => (
            <tr key={one.item_id} data-item={one.item_id}>
              <td className="max-w-96">
                <button
                  type="button"
                  className="grid max-w-full text-left leading-tight"
                  onClick={() => drawers.push('keyMaterial', String(one.item_id))}
                >
                  <bdi className="truncate font-medium underline-offset-2 hover:underline">
                    {t('privateKeyRecovery:sentence', {
                      signer: signerText(one.signer_name),
                      name: one.applicant.name,
                    })}
                  </bdi>
                  <bdi className="truncate text-mut text-xs">{one.reason}</bdi>
                </button>
              </td>
              <td>
                <StatusPill tone={stateViews[one.state].tone} text={t(stateViews[one.state].text)} />
              </td>
              <td className="max-md:hidden">
                <RelativeTime when={one.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
