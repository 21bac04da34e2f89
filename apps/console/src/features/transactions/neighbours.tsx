import type { contract, Output } from '@holdfast/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';

type List = Output<typeof contract.transaction.list>;
interface Key {
  readonly type: number;
  readonly id: number;
}

/** The rows before and after one, in whichever list that is on the page below shows it. */
export function neighboursOf(lists: readonly (readonly Key[])[], { type, id }: Key) {
  for (const list of lists) {
    const at = list.findIndex((row) => row.type === type && row.id === id);
    if (at >= 0) return { before: list[at - 1], after: list[at + 1] };
  }
  return undefined;
}

/** To the next and the previous row of the list, while the drawer stays open; nothing when it was not opened from one. */
export function Neighbours({ type, id }: Key): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const shown = useQueryClient().getQueriesData<List>({ queryKey: ['transaction', 'list'], type: 'active' });
  const neighbours = neighboursOf(
    shown.flatMap(([, data]) => (data ? [data.list] : [])),
    { type, id },
  );
  const go = (row: Key | undefined): void => row && drawers.replace('transaction', String(row.type), String(row.id));
  const frame = useRef<HTMLSpanElement>(null);
  const keys = [
    { key: 'j', text: t('tx.next'), run: () => go(neighbours?.after) },
    { key: 'k', text: t('tx.previous'), run: () => go(neighbours?.before) },
  ];
  useShortcuts(neighbours ? keys : [], frame);
  if (!neighbours) return null;
  return (
    <span ref={frame} className="mr-auto flex">
      <IconButton label={t('tx.previous')} disabled={!neighbours.before} onClick={() => go(neighbours.before)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label={t('tx.next')} disabled={!neighbours.after} onClick={() => go(neighbours.after)}>
        <ChevronDown aria-hidden />
      </IconButton>
    </span>
  );
}
