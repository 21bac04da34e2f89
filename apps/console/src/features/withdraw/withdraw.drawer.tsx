import { type ReactNode, useState } from 'react';
import { type CoinName, coinKey, useWalletCoin } from '../../lib/wallets.ts';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { FormStep } from './form-step.tsx';
import { Review } from './review.tsx';
import { usePayee } from './use-payee.ts';
import { type Reviewed, useQuote } from './use-quote.ts';
import type { WithdrawForm } from './view.ts';

const blank: Omit<WithdrawForm, 'symbol'> = { address: '', memo: '', amount: '', feeLevel: 2, remark: '' };

/** One per opened drawer, so that two clicks, or a lost answer tried again, are one order. */
export function newRequestId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `withdraw:<coin>:<sub-wallet>:<payee>`: write a withdrawal, look at it in full, ask for it. */
export default function WithdrawDrawer({ args }: DrawerProps): ReactNode {
  const drawers = useDrawers();
  const chosen = useWalletCoin(args);
  const { subWalletId, name } = chosen;
  const payee = usePayee(args[2] ?? '', subWalletId, name);
  if (chosen.error) return <ErrorState error={chosen.error} onRetry={chosen.retry} />;
  if (subWalletId === null || name === null || payee.loading)
    return (
      <DrawerBody>
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </DrawerBody>
    );
  const change = (id: number, next: string): void => drawers.replace('withdraw', next, String(id), ...args.slice(2));
  return (
    <Withdrawal
      key={`${subWalletId}:${coinKey(name)}`}
      chosen={chosen}
      subWalletId={subWalletId}
      coin={name}
      payee={payee}
      onChange={change}
    />
  );
}

interface WithdrawalProps {
  readonly chosen: ReturnType<typeof useWalletCoin>;
  readonly subWalletId: number;
  readonly coin: CoinName;
  /** Whom to pay and how much, as long as nobody writes something else. */
  readonly payee: { readonly address: string; readonly memo: string; readonly amount: string };
  readonly onChange: (subWalletId: number, coin: string) => void;
}

function Withdrawal({ chosen, subWalletId, coin, payee, onChange }: WithdrawalProps): ReactNode {
  const drawers = useDrawers();
  const [form, setForm] = useState<WithdrawForm>({
    ...blank,
    symbol: coin.symbol,
    address: payee.address,
    memo: payee.memo,
    amount: payee.amount,
  });
  const [requestId] = useState(newRequestId);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const quote = useQuote(subWalletId, coin, form);
  if (reviewed)
    return (
      <Review
        reviewed={reviewed}
        coin={coin}
        subWalletId={subWalletId}
        walletName={chosen.wallets.find(({ id }) => id === subWalletId)?.name ?? ''}
        requestId={requestId}
        onBack={() => setReviewed(null)}
        onCreated={(id) => drawers.replace('approve', String(id))}
      />
    );
  return (
    <FormStep
      chosen={chosen}
      coin={coin}
      form={form}
      quote={quote}
      onForm={setForm}
      onCoin={onChange}
      onReview={setReviewed}
    />
  );
}
