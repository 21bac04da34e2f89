import type { ReactNode } from 'react';
import { useDrawers } from '../../ui/drawers.tsx';
import { useWrite } from './use-write.tsx';

interface Proposing<I> {
  readonly propose: (input: I) => void;
  readonly busy: boolean;
  readonly panel: ReactNode;
}

/** Proposes a change of the address book, and leads on to where it is signed. */
export function useProposal<I>(call: (input: I) => Promise<{ item_id: number }>): Proposing<I> {
  const { replace } = useDrawers();
  const { write, ...rest } = useWrite(call, ['addressBook', 'todo', 'strategy'], ({ item_id }) =>
    replace('bookChange', String(item_id)),
  );
  return { propose: write, ...rest };
}
