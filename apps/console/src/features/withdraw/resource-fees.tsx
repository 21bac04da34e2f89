import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { Amount } from '../../ui/display.tsx';
import { Detail } from '../../ui/layout.tsx';
import type { Resources } from './use-quote.ts';

type Use = Resources['energy'];

/** What a payment needs of one resource, what the account's own covers of it, and what is burnt for the rest. */
function UseOf({ name, use, symbol }: { name: string; use: Use; symbol: string }): ReactNode {
  const { t } = useTranslation();
  const values = { needed: exactAmount(use.needed), covered: exactAmount(use.covered) };
  return (
    <Detail name={name}>
      {t('withdraw.resources.use', values)}
      {use.fee !== '0' && (
        <>
          {' · '}
          {t('withdraw.resources.burnt')} <Amount value={use.fee} symbol={symbol} />
        </>
      )}
    </Detail>
  );
}

/** Of what the fee is made, where a chain has resources beside coins. */
export default function ResourceFees({ resources, symbol }: { resources: Resources; symbol: string }): ReactNode {
  const { t } = useTranslation();
  const { bandwidth, energy, activation_fee, memo_fee, fee_limit, first_of_token } = resources;
  const isCall = energy.needed !== '0';
  return (
    <section className="grid gap-1.5" aria-label={t('withdraw.resources.title')}>
      <dl className="rounded-lg border border-line px-3.5 py-1.5 text-xs tabular-nums">
        <UseOf name={t('withdraw.resources.bandwidth')} use={bandwidth} symbol={symbol} />
        {isCall && <UseOf name={t('withdraw.resources.energy')} use={energy} symbol={symbol} />}
        {activation_fee !== '0' && (
          <Detail name={t('withdraw.resources.activation')}>
            <Amount value={activation_fee} symbol={symbol} />
          </Detail>
        )}
        {memo_fee !== '0' && (
          <Detail name={t('withdraw.resources.memo')}>
            <Amount value={memo_fee} symbol={symbol} />
          </Detail>
        )}
        {isCall && (
          <Detail name={t('withdraw.resources.limit')}>
            <Amount value={fee_limit} symbol={symbol} />
          </Detail>
        )}
      </dl>
      {first_of_token && <p className="text-warn text-xs">{t('withdraw.resources.firstOfToken')}</p>}
      {isCall && <p className="text-mut text-xs">{t('withdraw.resources.limitHint')}</p>}
    </section>
  );
}
