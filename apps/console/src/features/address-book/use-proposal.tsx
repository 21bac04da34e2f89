import type { ReactNode } from 'react';
import { useDrawers } from '../../ui/drawers.tsx';
import { useWrite } from './use-write.tsx';

interface Proposing<I> {
  readonly propose: (input: I) => void;
  readonly busy: boolean;
  readonly panel: ReactNode;
}

/**
 * Proposes a change of the address book, and leads on to where it is signed.
 * @param of what changes: entries, or the mode, which is one of the rules
 */
export function useProposal<I>(
  call: (input: I) => Promise<{ item_id: number }>,
  of: 'entries' | 'mode' = 'entries',
): Proposing<I> {
  const { replace } = useDrawers();
  const { write, ...rest } = useWrite(call, ['addressBook', 'todo', 'strategy'], ({ item_id }) =>
    of === 'mode' ? replace('approve', `p${item_id}`) : replace('bookChange', String(item_id)),
  );
  return { propose: write, ...rest };
}
