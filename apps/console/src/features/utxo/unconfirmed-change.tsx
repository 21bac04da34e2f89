import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { useRenew } from './use-output.ts';
import type { Found } from './view.ts';

interface UnconfirmedProps {
  readonly found: Found;
  readonly coin: CoinName;
  readonly subWalletId: number;
}

/** Whether payments are made of what comes back of our own before a block has it, and what follows from that. */
export function UnconfirmedChange({ found, coin, subWalletId }: UnconfirmedProps): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('wallet.edit', subWalletId);
  const renew = useRenew();
  const { spend_unconfirmed: isOn, unconfirmed_most: most } = found;
  const change = useMutation({
    mutationFn: (spend: boolean) =>
      api.utxo.setUnconfirmed({ sub_wallet_id: subWalletIdOf(subWalletId), ...coin, spend }),
    onSuccess: renew,
  });
  return (
    <section aria-label={t('utxo.unconfirmed')} className="flex flex-wrap items-center justify-between gap-2 text-xs">
      <p className="min-w-0 flex-1 text-mut">
        {isOn ? t('utxo.unconfirmed.on', { most }) : t('utxo.unconfirmed.off')} {isOn && t('utxo.unconfirmed.hint')}
      </p>
      {may && (
        <Button size="sm" busy={change.isPending} onClick={() => change.mutate(!isOn)}>
          {t(isOn ? 'utxo.unconfirmed.stop' : 'utxo.unconfirmed.allow')}
        </Button>
      )}
    </section>
  );
}
