import type { ReactNode } from 'react';
import type { CoinName } from '../../lib/wallets.ts';
import { GatherCoins } from './gather-coins.tsx';
import { OutputChoice } from './output-choice.tsx';
import type { Quote } from './use-quote.ts';
import type { Paying, WithdrawForm } from './view.ts';

interface OutputsProps {
  readonly coin: CoinName;
  readonly paying: Paying;
  readonly form: WithdrawForm;
  readonly quote: Quote;
  readonly onForm: (form: WithdrawForm) => void;
  readonly onGather: (address: string) => void;
}

/** What a payment is made of, where a network pays with outputs: which of them, or all into one. */
export default function Outputs({ coin, paying, form, quote, onForm, onGather }: OutputsProps): ReactNode {
  const { info, tier, joins } = quote;
  return (
    <>
      <OutputChoice coin={coin} paying={paying} form={form} fee={tier?.fee} joins={joins} onForm={onForm} />
      {info && paying.subWalletId !== 0 && form.inputs.length === 0 && (
        <GatherCoins info={info} coin={coin} subWalletId={paying.subWalletId} onGather={onGather} />
      )}
    </>
  );
}
