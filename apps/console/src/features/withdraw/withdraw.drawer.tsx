import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount, isAmount } from '../../lib/amount.ts';
import { chosenFor } from '../../lib/chosen-outputs.ts';
import { useLeft } from '../../lib/half-written.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { newRequestId } from '../../lib/request-id.ts';
import { type CoinName, coinKey, useWalletCoin } from '../../lib/wallets.ts';
import type { Written } from '../../ui/amount-field.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { type Draft, isWritten, payments } from './draft.ts';
import { FormStep } from './form-step.tsx';
import { Review } from './review.tsx';
import { useKeptPayment } from './use-kept-payment.ts';
import { usePayee } from './use-payee.ts';
import { type Reviewed, useQuote } from './use-quote.ts';
import type { WithdrawForm } from './view.ts';

const Refusal = lazyScreen(async () => ({ default: (await import('../../ui/decisions.tsx')).Refusal }), ['tools']);

const blank: Omit<WithdrawForm, 'symbol'> = { address: '', memo: '', amount: '', feeLevel: 2, remark: '', inputs: [] };

/** Links that bring outputs along which somebody chose on another screen. */
const carriesChoice = (named: string): boolean => named === 'chosen' || named === 'gather';

/** What a form begins with in place of a blank one: what was left, or what another coin was written for. */
interface Begun {
  readonly form: WithdrawForm;
  readonly requestId: string;
  readonly usd: Written | null;
}

/** `withdraw:<coin>:<sub-wallet>:<payee>` (`chosen`: of outputs that were chosen, `gather`: those into one): write a withdrawal, look at it in full, ask for it. */
export default function WithdrawDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const chosen = useWalletCoin(args);
  const { subWalletId, name } = chosen;
  const payee = usePayee(args[2] ?? '', subWalletId, name);
  const [begun, setBegun] = useState<Begun | null>(null);
  const { left, hide, forget } = useLeft(payments);
  if (chosen.error) return <ErrorState error={chosen.error} onRetry={chosen.retry} />;
  if (subWalletId === null || name === null || payee.loading)
    return (
      <DrawerBody>
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </DrawerBody>
    );
  const change = (id: number, next: string, form: WithdrawForm): void => {
    setBegun({ form: { ...form, amount: '', inputs: [] }, requestId: newRequestId(), usd: null });
    drawers.replace('withdraw', next, String(id), ...args.slice(2));
  };
  const goOn = (draft: Draft): void => {
    setBegun(draft);
    hide();
    drawers.replace('withdraw', draft.coin, String(draft.subWalletId));
  };
  return (
    <Withdrawal
      key={`${subWalletId}:${coinKey(name)}:${begun?.requestId}`}
      chosen={chosen}
      subWalletId={subWalletId}
      coin={name}
      payee={payee}
      named={args[2] ?? ''}
      begun={begun}
      onChange={change}
      offer={
        left && (
          <LeftForm
            title={t('withdraw.left.title')}
            parts={partsOf(left.form)}
            onGoOn={() => goOn(left)}
            onForget={forget}
          />
        )
      }
      refusal={
        payee.decisions && (
          <Suspense>
            <Refusal decisions={payee.decisions} />
          </Suspense>
        )
      }
    />
  );
}

/** By what somebody knows a payment that they left. */
const partsOf = ({ amount, symbol, address, remark }: WithdrawForm): readonly string[] => [
  isAmount(amount) ? `${exactAmount(amount)} ${symbol}` : symbol,
  address,
  remark,
];

interface WithdrawalProps {
  readonly chosen: ReturnType<typeof useWalletCoin>;
  readonly subWalletId: number;
  readonly coin: CoinName;
  /** Whom to pay and how much, as long as nobody writes something else. */
  readonly payee: { readonly address: string; readonly memo: string; readonly amount: string; readonly remark: string };
  /** How the link named the payee. */
  readonly named: string;
  readonly begun: Begun | null;
  readonly onChange: (subWalletId: number, coin: string, form: WithdrawForm) => void;
  readonly offer: ReactNode;
  /** Why the payment that is asked for again was refused. */
  readonly refusal: ReactNode;
}

function Withdrawal({
  chosen,
  subWalletId,
  coin,
  payee,
  named,
  begun,
  onChange,
  offer,
  refusal,
}: WithdrawalProps): ReactNode {
  const drawers = useDrawers();
  const { address, memo, amount, remark } = payee;
  const [start] = useState<WithdrawForm>({
    ...{ ...blank, symbol: coin.symbol, address, memo, amount, remark },
    inputs: carriesChoice(named) ? chosenFor([subWalletId, coinKey(coin)]) : [],
    feeLevel: named === 'gather' ? 1 : 2,
  });
  const [form, setForm] = useState<WithdrawForm>({ ...(begun?.form ?? start), symbol: coin.symbol });
  const [requestId] = useState(begun?.requestId ?? newRequestId);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [usd, onUsd] = useState<Written | null>(begun?.usd ?? null);
  const quote = useQuote(subWalletId, coin, form);
  const written = isWritten(form, start);
  const asked = useKeptPayment(
    { form, requestId, subWalletId, coin: coinKey(coin), usd },
    { written, reviewing: reviewed !== null, onEdit: () => setReviewed(null) },
  );
  if (reviewed)
    return (
      <Review
        reviewed={reviewed}
        coin={coin}
        subWalletId={subWalletId}
        requestId={requestId}
        onBack={() => setReviewed(null)}
        onCreated={(id) => {
          asked();
          drawers.replace('approve', String(id));
        }}
      />
    );
  return (
    <FormStep
      chosen={chosen}
      coin={coin}
      form={form}
      quote={quote}
      above={
        <>
          {refusal}
          {/* What is written now would be lost by going on with what was left. */}
          {written ? null : offer}
        </>
      }
      most={named === 'gather'}
      onForm={setForm}
      onCoin={(id, next) => onChange(id, next, form)}
      onReview={setReviewed}
      dollars={{ usd, onUsd }}
    />
  );
}
