import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { Banner } from '../../ui/feedback.tsx';

/** Says so when a chain cannot be followed, or a coin is frozen because its ledger and the chain differ. Silent when all is well. */
export function ChainNotices(): ReactNode {
  const { t } = useTranslation();
  const { data } = useApi('transaction', 'chains', {}, { quiet: true });
  if (!data) return null;
  const troubled = data.list.filter(({ state }) => state === 'down' || state === 'catching_up');
  return (
    <>
      {data.frozen.map(({ symbol, reason }) => (
        <Banner key={symbol} tone="bad" title={t('tx.chain.frozen', { symbol })}>
          {reason}
        </Banner>
      ))}
      {troubled.map((chain) => (
        <Banner key={chain.chain_id} tone="warn">
          {chain.state === 'down'
            ? t('tx.chain.down', { network: chain.coin_net })
            : t('tx.chain.catchingUp', { network: chain.coin_net, height: chain.height ?? 0, tip: chain.tip ?? 0 })}
        </Banner>
      ))}
    </>
  );
}
