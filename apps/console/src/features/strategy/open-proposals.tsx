import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { Card } from '../../ui/layout.tsx';
import { useSubjectText } from './subject.ts';

const looked = 200;

/** Changes of the rules that wait for decisions; nothing is drawn when none does. */
export function OpenProposals(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { data } = useApi('todo', 'list', { status: 0, page_no: 1, page_size: looked }, { quiet: true });
  const textOf = useSubjectText();
  const open = (data?.list ?? []).flatMap(({ change, ...item }) =>
    change?.kind === 'policy' ? [{ ...item, change }] : [],
  );
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
