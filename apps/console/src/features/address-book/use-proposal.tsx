import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRefusal } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { StepUp } from '../../ui/step-up.tsx';

interface Proposing<I> {
  readonly propose: (input: I) => void;
  readonly busy: boolean;
  /** A fresh code where the last is too old, or what was wrong; nothing while all is well. */
  readonly panel: ReactNode;
}

/** Proposes a change of the address book, and leads on to where it is signed. */
export function useProposal<I>(call: (input: I) => Promise<{ item_id: number }>): Proposing<I> {
  const { replace } = useDrawers();
  const change = useMutation({
    mutationFn: call,
    meta: { quiet: true },
    onSuccess: ({ item_id }) => {
      // Not waited for: the way to the signers is shown even where something else cannot be read anew.
      for (const area of ['addressBook', 'todo', 'strategy']) void queryClient.invalidateQueries({ queryKey: [area] });
      replace('bookChange', String(item_id));
    },
  });
  const { error, variables } = change;
  const again = (): void => {
    if (variables !== undefined) change.mutate(variables);
  };
  const panel =
    isRefusal(error) && error.refusal === 'stepUpRequired' ? (
      <StepUp onDone={again} />
    ) : (
      error && (
        <p role="alert" className="rounded-md bg-bads px-3 py-2 text-bad">
          {error.message}
        </p>
      )
    );
  return { propose: (input) => change.mutate(input), busy: change.isPending, panel };
}
