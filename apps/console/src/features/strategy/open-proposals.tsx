import { todoType } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { Card } from '../../ui/layout.tsx';
import { useSubjectText } from './subject.ts';

const looked = 100;

/** Open items of one type: among all that waits, these might be far behind. */
function useOpen(item_type: number) {
  const ask = { status: 0, item_type, page_no: 1, page_size: looked };
  const { data } = useApi('todo', 'list', ask, { quiet: true });
  return (data?.list ?? []).flatMap(({ change, ...item }) => (change ? [{ ...item, change }] : []));
}

/** Changes of the rules that wait for decisions; nothing is drawn when none does. Those of members and payees stand on their own screens. */
export function OpenProposals(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const textOf = useSubjectText();
  const open = [...useOpen(todoType.strategy), ...useOpen(todoType.workspaceRule)];
  if (open.length === 0) return null;
  return (
    <Card title={t('strategyEngine:open.title')}>
      <ul className="grid gap-1.5">
        {open.map((row) => (
          <li key={row.item_id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to="/mpc/center/todo"
              search={{ item: `p${row.item_id}` }}
              className="text-acc underline-offset-2 hover:underline"
            >
              <bdi>{textOf(row.change.subject)}</bdi>
            </Link>
            <span className="text-mut">
              <bdi>{row.initiator.name}</bdi> · <RelativeTime when={row.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
