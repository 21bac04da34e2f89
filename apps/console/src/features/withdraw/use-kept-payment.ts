import { useIsMutating } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useKeeping } from '../../lib/half-written.ts';
import { type Leaving, useLeaveGuard } from '../../lib/leave-guard.ts';
import { confirm } from '../../ui/confirm.tsx';
import { parseStack } from '../../ui/drawer-stack.ts';
import { type Draft, payments } from './draft.ts';

/** The key of the call that asks for a payment. */
export const creationKey = (requestId: string): readonly string[] => ['withdraw', 'create', requestId];

interface State {
  /** Something stands in the form that would be lost. */
  readonly written: boolean;
  readonly reviewing: boolean;
  /** Goes from the review back to the form. */
  readonly onEdit: () => void;
}

const isOpen = (stack: unknown): boolean =>
  typeof stack === 'string' && parseStack(stack, (name) => name === 'withdraw').length > 0;

/**
 * Keeps a half-written payment for five minutes, and asks before it is left. Back and Escape in the review lead to the form. While the payment is being asked
 * for, nothing is left.
 * @returns call it once the payment was asked for: then nothing is kept or asked any more
 */
export function useKeptPayment(draft: Draft, { written, reviewing, onEdit }: State): () => void {
  const { t } = useTranslation();
  const creating = useIsMutating({ mutationKey: creationKey(draft.requestId) }) > 0;
  const { sent, asked } = useKeeping(payments.name, draft, written);
  const ask = async (how: Leaving): Promise<boolean> => {
    if (creating) return false;
    if (reviewing && how !== 'PUSH') {
      onEdit();
      return false;
    }
    const { result } = await confirm({
      type: 'warning',
      title: t('withdraw.leave.title'),
      content: t('withdraw.leave.text'),
      confirmText: t('withdraw.leave.yes'),
      cancelText: t('withdraw.leave.no'),
    });
    return result === 'confirm';
  };
  useLeaveGuard(written || reviewing, { free: ({ d }) => sent.current || isOpen(d), ask });
  return asked;
}
