import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { absoluteTime, clockTime } from '../../lib/time.ts';
import { AddressBlocks, Amount } from '../../ui/display.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { isSoon, type Limits, percent, type Quote, routeText } from './view.ts';

/** What a quote says. */
export function QuoteFacts({ quote, limits }: { quote: Quote; limits: Limits }): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const { from_symbol: from, to_symbol: to, price_impact: impact } = quote;
  const fee = quote.fees.find(({ fee_level }) => fee_level === 2);
  return (
    <>
      <dl className="rounded-lg border border-line px-3.5 py-1.5">
        <Detail name={t('trade:receive')}>
          <Amount value={quote.receive_amount} symbol={to} />
        </Detail>
        <Detail name={t('trade:minimum')}>
          <span data-testid="minimum">
            {exactAmount(quote.min_receive_amount)} {to}
          </span>
        </Detail>
        <Detail name={t('trade:price')}>
          {t('trade:priceText', { from, to, price: Number(Number(quote.price).toPrecision(8)) })}
        </Detail>
        <Detail name={t('trade:impact')}>{impact < 0 ? t('trade:impactUnknown') : `${percent(impact)} %`}</Detail>
        <Detail name={t('trade:fee')}>
          {fee ? <Amount value={fee.max_fee} symbol={quote.fee_symbol} /> : t('trade:feeLater')}
        </Detail>
        <Detail name={t('trade:provider')}>
          {quote.provider} · {routeText(quote)}
        </Detail>
        <Detail name={t('trade:router')}>
          <AddressBlocks address={quote.router} />
        </Detail>
        <Detail name={t('trade:until')}>{clockTime(quote.expire_at)}</Detail>
        <Detail name={t('trade:failsAt')}>{absoluteTime(quote.fail_at)}</Detail>
      </dl>
      {isSoon(quote) && <Banner tone="info">{t('trade:failsSoon', { provider: quote.provider })}</Banner>}
      {impact >= limits.warned_impact && (
        <Banner tone="warn">{t('trade:impactWarn', { impact: percent(impact) })}</Banner>
      )}
    </>
  );
}
