import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRefusal } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query.ts';
import { Banner, useErrorText } from '../../../ui/feedback.tsx';
import { StepUp } from '../../../ui/step-up.tsx';

interface Change<V> {
  readonly run: (values: V) => void;
  readonly busy: boolean;
  /** A fresh code where the last is too old, or what was wrong. */
  readonly panel: ReactNode;
}

/** A change of an endpoint: it asks for a fresh code where one is due, and goes on with it. */
export function useChange<V, R>(change: (values: V) => Promise<R>, onDone: (result: R) => void): Change<V> {
  const textOf = useErrorText();
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: change,
    onSuccess: (result: R) => {
      void queryClient.invalidateQueries({ queryKey: ['webHook'] });
      onDone(result);
    },
    meta: { quiet: true },
  });
  const again = (): void => {
    if (variables !== undefined) mutate(variables);
  };
  const needsCode = isRefusal(error) && error.refusal === 'stepUpRequired';
  const panel = needsCode ? <StepUp onDone={again} /> : error && <Banner tone="bad">{textOf(error)}</Banner>;
  return { run: mutate, busy: isPending, panel };
}
