import { useTranslation } from 'react-i18next';
import { notify } from '../lib/toasts.ts';
import { confirm } from './confirm.tsx';

/** The copy payload of spec §3. */
export interface CopyPayload {
  readonly symbol: string;
  readonly enableDeposit: boolean;
  readonly text: string;
}

/** Copies a deposit address. Where deposits of the coin have stopped, first says that nothing must be sent there (spec §4). */
export function useCopyAddress(): (payload: CopyPayload) => Promise<void> {
  const { t } = useTranslation();
  return async ({ symbol, enableDeposit, text }) => {
    if (!enableDeposit) {
      const { result } = await confirm({
        type: 'warning',
        title: t('deposit.stoppedTitle', { symbol }),
        content: t('deposit.stoppedText', { symbol }),
        confirmText: t('deposit.copyAnyway'),
      });
      if (result === 'cancel') return;
    }
    await navigator.clipboard.writeText(text);
    notify(t('deposit.copied'), enableDeposit ? 'success' : 'info');
  };
}
