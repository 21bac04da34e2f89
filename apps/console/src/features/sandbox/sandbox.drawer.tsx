import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Droplets, ImagePlus } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { coins } from '../../lib/coins.ts';
import { useApi } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { type CoinName, coinKey, subWalletIdOf, useWalletCoin } from '../../lib/wallets.ts';
import { AmountInput } from '../../ui/amount-input.tsx';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner, ErrorState } from '../../ui/feedback.tsx';
import { Field } from '../../ui/form.tsx';
import { WalletCoinPicker } from '../../ui/wallet-coin-picker.tsx';
import { ChainPanel } from './chain-panel.tsx';

/** `sandbox:<coin>:<sub-wallet>`: test coins and new blocks, on the local chains only. */
export default function SandboxDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const drawers = useDrawers();
  const chosen = useWalletCoin(args);
  const { subWalletId, name } = chosen;
  if (chosen.error) return <ErrorState error={chosen.error} onRetry={chosen.retry} />;
  return (
    <DrawerBody>
      <Banner>{t('tools:sandbox.about')}</Banner>
      <WalletCoinPicker value={chosen} onChange={(id, next) => drawers.replace('sandbox', next, String(id))} />
      {subWalletId !== null && name !== null && <FundForm key={coinKey(name)} subWalletId={subWalletId} coin={name} />}
      {subWalletId !== null && <TestPicture subWalletId={subWalletId} />}
      <ChainPanel />
    </DrawerBody>
  );
}

function FundForm({ subWalletId, coin }: { subWalletId: number; coin: CoinName }): ReactNode {
  const { symbol } = coin;
  const { t } = useTranslation(['translation', 'tools']);
  const cache = useQueryClient();
  const [amount, setAmount] = useState(coins[symbol]?.tried ?? '1');
  const fund = useMutation({
    mutationFn: () => api.sandbox.fund({ sub_wallet_id: subWalletIdOf(subWalletId), ...coin, amount }),
    onSuccess: async () => {
      notify(t('tools:sandbox.sent', { amount, symbol }));
      await cache.invalidateQueries({ queryKey: ['sandbox'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    fund.mutate();
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field label={t('common.amount')} hint={t('tools:sandbox.hint')}>
        <AmountInput value={amount} onChange={setAmount} symbol={symbol} />
      </Field>
      <Button type="submit" variant="primary" busy={fund.isPending} disabled={!isAmount(amount)}>
        <Droplets aria-hidden />
        {t('tools:sandbox.send', { symbol })}
      </Button>
    </form>
  );
}

/** A picture for who wants to try NFTs, where a local chain has such things. */
function TestPicture({ subWalletId }: { subWalletId: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const chain = useApi('sandbox', 'status', {}, { quiet: true }).data?.chains.find(({ nfts }) => nfts);
  const give = useMutation({
    mutationFn: (chain_id: string) => api.sandbox.nft({ chain_id, sub_wallet_id: subWalletIdOf(subWalletId) }),
    onSuccess: () => notify(t('tools:sandbox.pictureSent')),
  });
  if (!chain) return null;
  return (
    <section className="grid justify-items-start gap-2">
      <p className="text-mut">{t('tools:sandbox.pictureText', { network: chain.coin_net })}</p>
      <Button busy={give.isPending} onClick={() => give.mutate(chain.chain_id)}>
        <ImagePlus aria-hidden />
        {t('tools:sandbox.picture')}
      </Button>
    </section>
  );
}
