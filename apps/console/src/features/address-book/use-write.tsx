import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRefusal } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { useErrorText } from '../../ui/feedback.tsx';
import { StepUp } from '../../ui/step-up.tsx';

export interface Writing<I> {
  readonly write: (input: I) => void;
  readonly busy: boolean;
  /** A fresh code where the last is too old, or what was wrong; nothing while all is well. */
  readonly panel: ReactNode;
}

/** Writes something, after which these areas are read anew. */
export function useWrite<I, O>(
  call: (input: I) => Promise<O>,
  stale: readonly string[],
  done: (made: O) => void,
): Writing<I> {
  const change = useMutation({
    mutationFn: call,
    meta: { quiet: true },
    onSuccess: (made) => {
      // Not waited for: what comes next is shown even where something else cannot be read anew.
      for (const area of stale) void queryClient.invalidateQueries({ queryKey: [area] });
      done(made);
    },
  });
  const textOf = useErrorText();
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
          {textOf(error)}
        </p>
      )
    );
  return { write: (input) => change.mutate(input), busy: change.isPending, panel };
}
