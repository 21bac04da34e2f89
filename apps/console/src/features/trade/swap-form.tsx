import { formatAmount } from '@holdfast/money';
import { ArrowDownUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount, isAmount } from '../../lib/amount.ts';
import { useHeldCoin } from '../../lib/held-coin.ts';
import { useKeptForm } from '../../lib/kept-form.ts';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Field } from '../../ui/form.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { Select } from '../../ui/select.tsx';
import { useUnsentForm } from '../../ui/unsent.ts';
import { SwapQuote } from './swap-quote.tsx';
import {
  type Limits,
  payFault,
  percent,
  readSwap,
  slippages,
  swapPlace,
  type TradeCoin,
  type TradeNetwork,
  type Wanted,
  type WantedSwap,
} from './view.ts';

export interface SwapFormProps {
  readonly wallet: number;
  readonly network: TradeNetwork;
  readonly limits: Limits;
}
const settleMs = 400;

/** Half-written it is offered again for its wallet and network. */
function useWanted({ wallet, network: { chain_id: chain }, limits }: SwapFormProps) {
  const first = { pay: undefined, receive: undefined, slippage: limits.usual_slippage, provider: undefined };
  return useKeptForm<WantedSwap>({
    name: swapPlace,
    start: { ...first, wallet, chain, amount: '' },
    isWritten: ({ amount }) => amount !== '',
    read: (value) => {
      const left = readSwap(value, limits);
      return left?.wallet === wallet && left.chain === chain ? left : undefined;
    },
  });
}

/** What is paid for what, and by how much the price may move. */
export function SwapForm(props: SwapFormProps): ReactNode {
  const { wallet, network, limits } = props;
  const sub_wallet_id = subWalletIdOf(wallet);
  const ask = { sub_wallet_id, main_chain_symbol: network.chain_id };
  const { data, error, refetch } = useApi('trade', 'hotCoin', ask, { quiet: true, keep: true });
  const { form: wanted, offer, written, requestId, ...kept } = useWanted(props);
  const coins = data?.list ?? [];
  const pay = coins.find(({ contract_address }) => contract_address === wanted.pay) ?? coins[0];
  const others = useReceivable(sub_wallet_id, pay);
  const receive = others.find(({ contract_address }) => contract_address === wanted.receive) ?? others[0];
  const settled = useDebounced(wanted.amount, settleMs);
  useUnsentForm(written ? 'written' : 'nothing', true);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!pay) return <Skeleton className="h-40 w-full" />;
  const change = (part: Partial<Wanted>): void => {
    kept.change(part);
    // Another amount is another swap.
    if (part.amount !== undefined) kept.renew();
  };
  const turn = (): void => change({ pay: receive?.contract_address, receive: pay.contract_address });
  const isReady =
    receive !== undefined && isAmount(settled) && settled === wanted.amount && payFault(settled, pay) === undefined;
  return (
    <>
      {offer && <LeftForm {...offer} parts={[`${offer.left.amount} ${symbolOf(coins, offer.left.pay)}`]} />}
      <Pay wallet={wallet} coins={coins} pay={pay} wanted={wanted} onChange={change} />
      <Receive coins={others} receive={receive} onTurn={turn} onChange={change} />
      <Through names={network.providers} value={wanted.provider} onChange={(provider) => change({ provider })} />
      <Slippage limits={limits} value={wanted.slippage} onChange={(slippage) => change({ slippage })} />
      {isReady && (
        <SwapQuote
          limits={limits}
          ask={{
            ...ask,
            ...{ from_contract: pay.contract_address, to_contract: receive.contract_address, amount: settled },
            ...{ slippage: wanted.slippage, provider: wanted.provider },
          }}
          requestId={requestId}
          onRenew={kept.renew}
          onDone={() => change({ amount: '' })}
        />
      )}
    </>
  );
}

const symbolOf = (coins: readonly TradeCoin[], contract: string | undefined): string =>
  (coins.find(({ contract_address }) => contract_address === contract) ?? coins[0])?.symbol ?? '';

/** What the coin can be swapped for. */
function useReceivable(sub_wallet_id: ReturnType<typeof subWalletIdOf>, pay: TradeCoin | undefined) {
  const { symbol = 'none', chain_id, contract_address } = pay ?? {};
  const asked = { sub_wallet_id, symbol, chain_id, contract_address };
  return useApi('trade', 'crossCoins', asked, { enabled: pay !== undefined, quiet: true, keep: true }).data?.list ?? [];
}

const itemOf = ({ contract_address: value, symbol, balance }: TradeCoin) => ({
  ...{ value: value || 'coin', label: symbol, detail: formatAmount(balance) },
  icon: <CoinIcon symbol={symbol} size={18} />,
});
/** A value of its own stands for the chain's coin, which has no contract. */
const contractOf = (value: string): string => (value === 'coin' ? '' : value);

interface PayProps {
  readonly wallet: number;
  readonly coins: readonly TradeCoin[];
  readonly pay: TradeCoin;
  readonly wanted: Wanted;
  readonly onChange: (part: Partial<Wanted>) => void;
}
function Pay({ wallet, coins, pay, wanted, onChange }: PayProps): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const { balance, symbol, decimals } = pay;
  const have = exactAmount(balance);
  const says = {
    tooMuch: () => t('withdraw.fault.aboveBalance', { have, symbol }),
    tooManyDecimals: () => t('withdraw.fault.tooManyDecimals', { symbol, decimals: String(decimals) }),
    noAmount: () => t('allowance.noAmount'),
  };
  const fault = payFault(wanted.amount, pay);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_208px] items-start gap-3 max-md:grid-cols-1">
      <AmountField
        key={pay.contract_address}
        label={t('trade:pay')}
        value={wanted.amount}
        symbol={symbol}
        coin={useHeldCoin(wallet, pay)}
        error={fault && says[fault]()}
        aside={t('trade:available', { amount: formatAmount(balance), symbol })}
        onAmount={(amount) => onChange({ amount })}
      />
      <Field label={t('common.coin')}>
        <Select
          aria-label={`${t('trade:pay')}: ${t('common.coin')}`}
          className="h-10"
          value={pay.contract_address || 'coin'}
          items={coins.map(itemOf)}
          onValueChange={(value) => onChange({ pay: contractOf(String(value)), receive: undefined })}
        />
      </Field>
    </div>
  );
}

interface ReceiveProps {
  readonly coins: readonly TradeCoin[];
  readonly receive: TradeCoin | undefined;
  readonly onTurn: () => void;
  readonly onChange: (part: Partial<Wanted>) => void;
}
function Receive({ coins, receive, onTurn, onChange }: ReceiveProps): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-3">
      <Field label={t('trade:receive')}>
        <Select
          aria-label={t('trade:receive')}
          value={receive ? receive.contract_address || 'coin' : ''}
          items={coins.map(itemOf)}
          onValueChange={(value) => onChange({ receive: contractOf(String(value)) })}
        />
      </Field>
      <IconButton label={t('trade:turn')} onClick={onTurn}>
        <ArrowDownUp aria-hidden />
      </IconButton>
    </div>
  );
}

interface ThroughProps {
  readonly names: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (provider: string | undefined) => void;
}
/** A value of its own stands for whoever gives most. */
const best = 'best';
function Through({ names, value = best, onChange }: ThroughProps): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  if (names.length < 2) return null;
  const items = [{ value: best, label: t('trade:bestPrice') }, ...names.map((name) => ({ value: name, label: name }))];
  return (
    <Field label={t('trade:provider')}>
      <Select
        aria-label={t('trade:provider')}
        value={value}
        items={items}
        onValueChange={(next) => onChange(next === best ? undefined : String(next))}
      />
    </Field>
  );
}

interface SlippageProps {
  readonly limits: Limits;
  readonly value: number;
  readonly onChange: (slippage: number) => void;
}
function Slippage({ limits, value, onChange }: SlippageProps): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  return (
    <Field label={t('trade:slippage')} hint={t('trade:slippageHint')}>
      <Select
        aria-label={t('trade:slippage')}
        value={String(value)}
        items={slippages(limits).map((one) => ({ value: String(one), label: `${percent(one)} %` }))}
        onValueChange={(next) => onChange(Number(next))}
      />
    </Field>
  );
}
