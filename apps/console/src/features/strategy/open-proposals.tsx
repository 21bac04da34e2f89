import { proposalStatus } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { Card } from '../../ui/layout.tsx';
import { useSubjectText } from './subject.ts';

const looked = 50;

/** Changes of the rules that wait for decisions; nothing is drawn when none does. */
export function OpenProposals(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { data } = useApi('strategy', 'logList', { page_no: 1, page_size: looked }, { quiet: true });
  const textOf = useSubjectText();
  const waiting: readonly number[] = [proposalStatus.open, proposalStatus.applying];
  const open = data?.list.filter(({ status }) => waiting.includes(status)) ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={t('strategyEngine:open.title')}>
      <ul className="grid gap-1.5">
        {open.map((row) => (
          <li key={row.item_id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to="/mpc/center/todo"
              search={{ item: `p${row.item_id}` } as never}
              className="text-acc underline-offset-2 hover:underline"
            >
              <bdi>{textOf(row.subject)}</bdi>
            </Link>
            <span className="text-mut">
              <bdi>{row.actor_name}</bdi> · <RelativeTime when={row.time} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
