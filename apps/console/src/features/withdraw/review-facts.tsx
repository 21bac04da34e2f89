import { formatNumber } from '@holdfast/money';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { exactAmount } from '../../lib/amount.ts';
import { sumOfChosen } from '../../lib/chosen-outputs.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { ruleName } from '../../lib/rule.ts';
import { usdOfCoin } from '../../lib/usd.ts';
import { Approvers } from '../../ui/approvers.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Identicon } from '../../ui/identicon.tsx';
import { Detail } from '../../ui/layout.tsx';
import type { Reviewed } from './use-quote.ts';
import { balanceAfter, isRespelled, memoOf } from './view.ts';

const FromLink = lazyScreen(() => import('./from-link.tsx'), ['whiteAddress']);

interface ReviewFactsProps {
  readonly reviewed: Reviewed;
  readonly walletName: string;
  readonly subWalletId: number;
  /** Stands with the address: where it is compared, on a phone too. */
  readonly children: ReactNode;
}

/** The withdrawal as it will be asked for: every character of the address, every digit of the amounts. */
export function ReviewFacts({ reviewed, walletName, subWalletId, children }: ReviewFactsProps): ReactNode {
  const { t } = useTranslation();
  const { form, info, tier, destination, dryRun, worth, feePrice } = reviewed;
  const exact = (value: string, symbol: string): string => `${exactAmount(value)} ${symbol}`;
  const fee = (value: string): ReactNode => (
    <>
      {exact(value, info.fee_symbol)}
      <span className="whitespace-nowrap">{about(usdOfCoin(value, feePrice))}</span>
    </>
  );
  return (
    <>
      <section className="grid gap-2 rounded-lg border border-line p-3.5">
        <span className="flex items-center gap-2">
          <Identicon seed={destination.address} size={18} />
          <span className="font-medium">{t('withdraw.recipient')}</span>
          <span className="text-mut">{t('withdraw.compare')}</span>
        </span>
        <AddressBlocks address={destination.address} className="text-[14px]" />
        {isRespelled(form.address, destination.address) && (
          <p className="text-mut">
            {t('withdraw.respelledFrom')} <bdi className="mono break-all">{form.address.trim()}</bdi>
          </p>
        )}
        {form.linked?.payee === form.address && (
          <Suspense>
            <FromLink />
          </Suspense>
        )}
        {children}
      </section>
      <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
        <Detail name={t('withdraw.receives')}>
          <strong className="font-semibold">{exact(form.amount, form.symbol)}</strong>
        </Detail>
        {worth !== '' && <Detail name={t('withdraw.worth')}>≈ ${formatNumber(worth)}</Detail>}
        {memoOf(form, info) !== '' && (
          <Detail name={t('withdraw.memo')}>
            <bdi className="mono">{memoOf(form, info)}</bdi>
          </Detail>
        )}
        <Detail name={t('common.network')}>{info.coin_net}</Detail>
        <Detail name={t('withdraw.from')}>
          <bdi>{walletName}</bdi> <span className="text-mut">{t('withdraw.walletNumber', { id: subWalletId })}</span>
        </Detail>
        {form.inputs.length > 0 && (
          <Detail name={t('withdraw.outputs.title')}>
            {t('withdraw.outputs.chosen', { count: form.inputs.length })} ·{' '}
            {exact(sumOfChosen(form.inputs), form.symbol)}
          </Detail>
        )}
        <Detail name={t('withdraw.feeProbably')}>{fee(tier.fee)}</Detail>
        <Detail name={t('withdraw.feeMost')}>{fee(tier.max_fee)}</Detail>
        <Detail name={t('withdraw.after')}>{exact(balanceAfter(info, form.amount, tier.max_fee), form.symbol)}</Detail>
        {form.remark.trim() !== '' && (
          <Detail name={t('common.remark')}>
            <Honest text={form.remark} />
          </Detail>
        )}
        <Detail name={t('withdraw.check.rule')}>
          <bdi>{ruleName(t, dryRun.rule)}</bdi>
        </Detail>
        <Detail name={t('withdraw.approvers')}>
          {dryRun.solo_mode ? t('withdraw.check.solo') : <Approvers dryRun={dryRun} />}
        </Detail>
      </dl>
    </>
  );
}
