import { type ReactNode, Suspense } from 'react';
import { create } from 'zustand';
import { lazyScreen } from '../lib/lazy.ts';
import type { Asked, ConfirmOptions, ConfirmResult } from './confirm-options.ts';

const useAsked = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }));

/** Asks, and resolves when the person has answered. A second question while one is open cancels the first. */
export function confirm(options: ConfirmOptions): Promise<ConfirmResult> {
  useAsked.getState().asked?.answer({ result: 'cancel', remark: '' });
  return new Promise((resolve) => {
    useAsked.setState({
      asked: {
        options,
        answer: (result) => {
          useAsked.setState({ asked: null });
          resolve(result);
        },
      },
    });
  });
}

const ConfirmDialog = lazyScreen(() => import('./confirm-dialog.tsx'));

/** Once in the page; the dialog itself is loaded with the first question. */
export function ConfirmHost(): ReactNode {
  const asked = useAsked((state) => state.asked);
  return (
    asked && (
      <Suspense>
        <ConfirmDialog asked={asked} />
      </Suspense>
    )
  );
}
