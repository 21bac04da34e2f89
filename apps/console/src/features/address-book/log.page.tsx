import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { changeText, type Say } from '../../lib/change-text.ts';
import { useLogFilter } from '../../lib/log-filter.ts';
import { useApi } from '../../lib/query.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { ProposalLog } from '../../ui/proposal-log.tsx';
import { proposalView } from './view.ts';

const pageSize = 50;
const everyMs = 10_000;

/** What happened to every change of the address book: a view of the audit log. */
export default function BookLogPage(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress', 'tools']);
  const { push } = useDrawers();
  const { filter, ask, change } = useLogFilter(pageSize);
  const answer = useApi('addressBook', 'logList', ask, { quiet: true, keep: true, refetchInterval: everyMs });
  const textOf = useCallback(
    ({ subject }: { readonly subject: Readonly<Record<string, string>> }): string => {
      const { action, mode, hours = '', symbol = '' } = subject;
      if (action === 'tokenAdd') return t('whiteAddress:token.add', { symbol });
      if (action === 'tokenRemove') return t('whiteAddress:token.remove', { symbol });
      if (action !== 'whitelist') return changeText(t as unknown as Say, subject) ?? '';
      return t(mode === 'on' ? 'whiteAddress:log.on' : 'whiteAddress:log.off', { hours });
    },
    [t],
  );
  const statusOf = useCallback(
    (status: number) => ({ tone: proposalView(status).tone, text: t(proposalView(status).text) }),
    [t],
  );
  return (
    <Page>
      <PageHeader title={t('whiteAddress:log.title')} text={t('whiteAddress:log.about')} />
      <Card flush>
        <ProposalLog
          label={t('whiteAddress:log.title')}
          empty={{ title: t('whiteAddress:log.empty'), text: t('whiteAddress:log.emptyText') }}
          filter={filter}
          onFilter={change}
          answer={answer}
          textOf={textOf}
          statusOf={statusOf}
          onOpen={({ item_id, subject }) =>
            subject.action === 'whitelist' ? push('approve', `p${item_id}`) : push('bookChange', String(item_id))
          }
        />
      </Card>
    </Page>
  );
}
