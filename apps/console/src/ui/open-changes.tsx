import { todoType } from '@holdfast/contract';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeText, type Say } from '../lib/change-text.ts';
import { keyOf } from '../lib/inbox-item.ts';
import { apiQuery, useApi } from '../lib/query.ts';
import { RelativeTime } from './display.tsx';
import { useDrawers } from './drawers.tsx';
import { Banner } from './feedback.tsx';
import { OpenPayments } from './open-payments.tsx';

/** The kind of its intent: of changes of the rules, and of the address book. */
export type ChangeKind = 'policy' | 'book';

const looked = 20;

/** Open changes of that kind. What of each type waits is asked for only where something does, by counts that the menu has anyway. */
function useOpenChanges(kind: ChangeKind) {
  const counts = useApi('todo', 'list', { page_no: 1, page_size: 1 }, { quiet: true }).data?.kinds ?? [];
  const types = counts.filter(({ item_type, open }) => item_type !== todoType.withdraw && open > 0);
  const quiet = { quiet: true };
  const asked = useQueries({
    queries: types.map(({ item_type }) =>
      apiQuery('todo', 'list', { status: 0, item_type, page_no: 1, page_size: looked }, quiet),
    ),
  });
  return asked.flatMap(({ data }) => data?.list ?? []).filter(({ change }) => change?.kind === kind);
}

/** Where a change is asked for: what is open beside it, and what becomes of either once the other has passed. Nothing where nothing is open. */
export default function OpenChanges({ kind }: { kind: ChangeKind }): ReactNode {
  const open = useOpenChanges(kind);
  return (
    <>
      {open.length > 0 && <Told open={open} />}
      <OpenPayments beside={kind} />
    </>
  );
}

/** Looked at on top of the form, so that nothing is lost of what stands in it. */
function Told({ open }: { open: ReturnType<typeof useOpenChanges> }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  return (
    <Banner tone="warn" title={t('tools:todo.rivals.asking')}>
      <ul className="grid gap-1 py-1">
        {open.map((item) => (
          <li key={item.item_id} className="flex flex-wrap items-baseline gap-x-2">
            <button type="button" className="text-left underline" onClick={() => push('approve', keyOf(item))}>
              <bdi>{changeText(t as unknown as Say, item.change?.subject ?? {}) ?? t('tools:todo.kind.other')}</bdi>
            </button>
            <span>
              <bdi>{item.initiator.name}</bdi> · <RelativeTime when={item.created_at} />
            </span>
          </li>
        ))}
      </ul>
      {t('tools:todo.rivals.askingText')}
    </Banner>
  );
}
