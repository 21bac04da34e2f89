import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../lib/api.ts';
import { useApi } from '../lib/query.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import type { CoinName } from '../lib/wallets.ts';
import { Button } from './button.tsx';
import { AddressBlocks } from './display.tsx';
import { Skeleton } from './feedback.tsx';

const pauseMs = 400;

interface RegisteredAccountProps {
  readonly coin: CoinName;
  /** What is written in the field. */
  readonly named: string;
  readonly onPick: (address: string) => void;
}

/** The account that the network has registered by a name, whole: what is taken over, asked for and signed is the address. */
export default function RegisteredAccount({ coin, named, onPick }: RegisteredAccountProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const asked = useDebounced(named.trim(), pauseMs);
  const ask = { ...coin, named: asked };
  const { data, error, isLoading, refetch } = useApi('withdraw', 'addressName', ask, { quiet: true });
  if (isLoading || asked !== named.trim()) return <Skeleton className="h-24 w-full" />;
  if (!data) return <NotLookedUp error={error} onRetry={() => void refetch()} />;
  if (!data.address)
    return (
      <p className="text-mut">
        {t(data.register ? 'whiteAddress:registered.none' : 'whiteAddress:registered.noRegister')}
      </p>
    );
  return (
    <section
      aria-label={t('whiteAddress:registered.title')}
      className="grid gap-2 rounded-lg border border-line bg-panel p-3"
    >
      <p>
        <bdi className="break-all font-medium">{data.name}</bdi>{' '}
        <span className="text-mut">{t('whiteAddress:registered.leads')}</span>
      </p>
      <AddressBlocks address={data.address} className="rounded-md bg-bg px-2.5 py-2" />
      <p className="text-mut text-xs">{t('whiteAddress:registered.caution')}</p>
      <Button onClick={() => onPick(data.address)}>{t('whiteAddress:registered.take')}</Button>
    </section>
  );
}

/** That nothing is known of the name is not that nobody has it. */
function NotLookedUp({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-bad">
        {t('whiteAddress:registered.failed')} {isRefusal(error) && error.message}
      </p>
      <Button size="sm" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
