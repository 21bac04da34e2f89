import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { signerText } from '../../lib/signer-name.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { RelativeTime, Usd } from '../../ui/display.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';

type Prices = Output<typeof contract.token.price>;
type Said = Prices['signers'][number];

/** What a coin is worth by this console and by each signer, with where it was read and of when it is. */
export function CoinPrices({ coin }: { coin: CoinName }): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi('token', 'price', coin, { quiet: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section className="grid gap-1.5" aria-label={t('coins.price')}>
      <h3 className="font-semibold">{t('coins.price')}</h3>
      {data ? (
        <>
          <ul className="overflow-hidden rounded-lg border border-line">
            <Row name={t('coins.priceHere')} said={data} none={t('coins.priceNone')} />
            {data.signers.map((signer) => (
              <Row
                key={signer.name}
                name={signerText(signer.name)}
                said={signer}
                none={t(signer.state === 'silent' ? 'coins.priceSilent' : 'coins.priceNone')}
              />
            ))}
          </ul>
          <p className="text-mut text-xs">{t('coins.priceText')}</p>
        </>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  );
}

function Row({
  name,
  said,
  none,
}: {
  name: string;
  said: Pick<Said, 'usd' | 'time' | 'source'>;
  none: string;
}): ReactNode {
  const { t } = useTranslation();
  const { usd, time, source } = said;
  return (
    <li className="flex items-center justify-between gap-3 border-line2 border-b px-3 py-2 last:border-b-0">
      <bdi className="min-w-0 truncate">{name}</bdi>
      {usd === null ? (
        <span className="text-mut">{none}</span>
      ) : (
        <span className="grid justify-items-end">
          <Usd value={usd} />
          <span className="text-mut text-xs">
            <bdi>{source || t('coins.priceFixed')}</bdi>
            {time && (
              <>
                {' · '}
                <RelativeTime when={time} />
              </>
            )}
          </span>
        </span>
      )}
    </li>
  );
}
