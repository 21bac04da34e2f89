import type { RuleType } from '@holdfast/policy';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogFilter } from '../../lib/log-filter.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { buttonStyle } from '../../ui/button.tsx';
import type { PillTone } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { ProposalLog } from '../../ui/proposal-log.tsx';
import { readType } from './search.ts';
import { useSubjectText } from './subject.ts';

const pageSize = 50;
const everyMs = 10_000;
const tones: readonly PillTone[] = ['wait', 'done', 'bad', 'idle', 'idle', 'active', 'idle'];

/** Which log an address is: its last part says. */
const logs = {
  'basic/log': 'basic',
  'senior/transferLog': 'transfer',
  'senior/web3Log': 'web3',
  'senior/tradeLog': 'trade',
} as const;
const about = (path: string): 'basic' | 'transfer' | 'web3' | 'trade' | 'workspace' => {
  const found = Object.entries(logs).find(([end]) => path.endsWith(end));
  return found ? found[1] : 'workspace';
};
const statuses = [0, 1, 2, 3, 4, 5, 6] as const;

/** What happened to every proposed version of one part of the rules: a view of the audit log; a line leads to the difference. */
export default function RuleLogPage(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const navigate = useNavigate();
  const part = about(useLocation({ select: ({ pathname }) => pathname }));
  const { filter, ask, change } = useLogFilter(pageSize);
  const answer = useApi('strategy', 'logList', { part, ...ask }, { quiet: true, keep: true, refetchInterval: everyMs });
  const subjectText = useSubjectText();
  const statusOf = useCallback(
    (status: number) => {
      const known = statuses.find((one) => one === status) ?? 0;
      return { tone: tones[known] ?? 'idle', text: t(`strategyEngine:status.${known}`) };
    },
    [t],
  );
  const title = t(`strategyEngine:logTitle.${part}`);
  const mayEdit = usePermission('strategy.edit');
  const type = readType(part);
  return (
    <Page>
      <PageHeader title={title} text={t('strategyEngine:log.about')} />
      <Card flush>
        <ProposalLog
          label={title}
          empty={{
            title: t('strategyEngine:log.empty'),
            text: t('strategyEngine:log.emptyText'),
            action: mayEdit && type && <AddRule type={type} />,
          }}
          filter={filter}
          onFilter={change}
          answer={answer}
          textOf={({ subject }) => subjectText(subject)}
          statusOf={statusOf}
          onOpen={({ item_id }) => void navigate({ to: '/mpc/center/todo', search: { item: `p${item_id}` } })}
        />
      </Card>
    </Page>
  );
}

function AddRule({ type }: { type: RuleType }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return (
    <Link to="/mpc/center/strategyEngine/senior/addStrategy" search={{ type }} className={buttonStyle({})}>
      {t(`strategyEngine:senior.add.${type}`)}
    </Link>
  );
}
