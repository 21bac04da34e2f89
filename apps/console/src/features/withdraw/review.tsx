import { ApiError } from '@holdfast/contract';
import { shortenHash } from '@holdfast/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { outpointsOf } from '../../lib/chosen-outputs.ts';
import type { TextKey } from '../../lib/i18n.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { Checkbox } from '../../ui/form.tsx';
import { PayeeStanding } from '../../ui/payee-standing.tsx';
import { RegisteredName } from '../../ui/registered.ts';
import { ReviewFacts } from './review-facts.tsx';
import { SubmitFault } from './submit-fault.tsx';
import { creationKey } from './use-kept-payment.ts';
import type { AddressInfo, Reviewed } from './use-quote.ts';
import { memoOf } from './view.ts';

/** Asked for where the last code is too old. */
const StepUp = lazyScreen(async () => ({ default: (await import('../../ui/step-up.tsx')).StepUp }));

interface ReviewProps {
  readonly reviewed: Reviewed;
  readonly coin: CoinName;
  readonly subWalletId: number;
  readonly requestId: string;
  readonly onBack: () => void;
  readonly onCreated: (id: number) => void;
}

/** Whom it goes to, by name where there is one: of the book, or of our own wallets. */
function sentenceOf(label: string, { first_time }: AddressInfo): TextKey {
  if (label !== '') return 'withdraw.sentenceListed';
  return first_time ? 'withdraw.sentenceNew' : 'withdraw.sentence';
}

/** Everything in full, in one plain sentence first; the button says what it does. */
export function Review({ reviewed, coin, subWalletId, requestId, onBack, onCreated }: ReviewProps): ReactNode {
  const { t } = useTranslation();
  const [checked, setChecked] = useState(false);
  const cache = useQueryClient();
  const { form, info, tier, destination } = reviewed;
  const memo = memoOf(form, info);
  const walletName = useWalletNames();
  const nameOf = (id: number): string => walletName(id) ?? '';
  const label = destination.is_own ? nameOf(destination.is_own.sub_wallet_id) : destination.white_label;
  const amount = `${exactAmount(form.amount)} ${form.symbol}`;
  const done = async (id: number): Promise<void> => {
    onCreated(id);
    await cache.invalidateQueries();
  };
  const create = useMutation({
    meta: { quiet: true },
    mutationKey: creationKey(requestId),
    mutationFn: () =>
      api.withdraw.create({
        request_id: requestId,
        sub_wallet_id: subWalletIdOf(subWalletId),
        ...coin,
        address_to: destination.address,
        amount: form.amount,
        remark: form.remark.trim(),
        ...(memo === '' ? {} : { memo }),
        fee_level: form.feeLevel,
        max_fee: tier.max_fee,
        ...(form.inputs.length === 0 ? {} : { inputs: outpointsOf(form.inputs) }),
      }),
    onSuccess: ({ withdraw_id }) => done(withdraw_id),
  });
  const needsCode = create.error instanceof ApiError && create.error.refusal === 'stepUpRequired';
  const buttons = (
    <>
      <Button size="lg" disabled={create.isPending} onClick={onBack}>
        {t('common.back')}
      </Button>
      {/* The code's own button goes on then. */}
      {!needsCode && (
        <Button variant="primary" size="lg" disabled={!checked} busy={create.isPending} onClick={() => create.mutate()}>
          <ArrowUpRight aria-hidden />
          {t('withdraw.confirm', { amount })}
        </Button>
      )}
    </>
  );
  return (
    <DrawerBody footer={buttons}>
      <h3 className="text-balance font-semibold text-xl leading-7 tracking-tight">
        {t(sentenceOf(label, destination), {
          amount,
          wallet: nameOf(subWalletId),
          address: shortenHash(destination.address),
          label,
        })}
      </h3>
      <Suspense>
        <RegisteredName coin={coin} address={destination.address} />
      </Suspense>
      <PayeeStanding payee={destination} payer={subWalletId} />
      <ReviewFacts reviewed={reviewed} walletName={nameOf(subWalletId)} subWalletId={subWalletId}>
        <Checkbox
          label={t(destination.similar_to.length > 0 ? 'withdraw.acknowledgeLookalike' : 'withdraw.acknowledge')}
          checked={checked}
          onChange={(event) => setChecked(event.target.checked)}
        />
      </ReviewFacts>
      {needsCode ? (
        <Suspense>
          <StepUp onDone={() => create.mutate()} />
        </Suspense>
      ) : (
        <SubmitFault error={create.error} look={{ requestId, onFound: done }} />
      )}
    </DrawerBody>
  );
}
