import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recallLeft } from '../../lib/half-written.ts';
import { useApi } from '../../lib/query.ts';
import { subWalletIdOf, useWalletCoin } from '../../lib/wallets.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field } from '../../ui/form.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { WalletSelect } from '../../ui/wallet-select.tsx';
import { SwapForm } from './swap-form.tsx';
import { leftPlace, swapPlace } from './view.ts';

/** One coin for another (spec route center/trade). */
export default function TradePage(): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const first = useWalletCoin([]).subWalletId;
  const [left] = useState(() => recallLeft({ name: swapPlace, read: leftPlace }));
  const [chosen, setChosen] = useState<number | null>(left?.wallet ?? null);
  const wallet = chosen ?? first;
  return (
    <Page>
      <PageHeader
        title={t('trade:title')}
        text={t('trade:about')}
        actions={
          <Link to="/mpc/center/trade/history" className={buttonStyle({})}>
            <ListChecks aria-hidden />
            {t('trade:history')}
          </Link>
        }
      />
      <Card>
        <div className="mx-auto grid w-full max-w-[560px] gap-5 py-2">
          <Field label={t('common.subWallet')}>
            <WalletSelect usable value={wallet} onChange={(id) => id !== null && setChosen(id)} />
          </Field>
          {wallet === null ? (
            <Skeleton className="h-40 w-full" />
          ) : (
            <OneWallet key={wallet} wallet={wallet} chain={wallet === left?.wallet ? left.chain : ''} />
          )}
        </div>
      </Card>
    </Page>
  );
}

/** @param chain with which it begins; the first where there is none of that name */
function OneWallet({ wallet, chain }: { wallet: number; chain: string }): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const sub_wallet_id = subWalletIdOf(wallet);
  const networks = useApi('trade', 'openNet', { sub_wallet_id }, { quiet: true });
  const limits = useApi('trade', 'info', { sub_wallet_id }, { quiet: true });
  const [chosen, setChosen] = useState(chain);
  const error = networks.error ?? limits.error;
  const isKnown = networks.data !== undefined && limits.data !== undefined;
  if (error && !isKnown) return <ErrorState error={error} onRetry={() => void networks.refetch()} />;
  if (!networks.data || !limits.data) return <Skeleton className="h-40 w-full" />;
  const { list } = networks.data;
  const network = list.find(({ chain_id }) => chain_id === chosen) ?? list[0];
  if (!network) return <EmptyState title={t('trade:none')} text={t('trade:noneText')} />;
  return (
    <>
      <Field label={t('common.network')}>
        <Select
          aria-label={t('common.network')}
          value={network.chain_id}
          items={list.map(({ chain_id: value, coin_net: label }) => ({ value, label }))}
          onValueChange={(value) => setChosen(String(value))}
        />
      </Field>
      <SwapForm key={network.chain_id} wallet={wallet} network={network} limits={limits.data} />
    </>
  );
}
