import type { ChainProblem } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { Banner } from '../../ui/feedback.tsx';
import { CoinStopped } from './coin-stopped.tsx';

const away = 'tx.chain.down';
/** What is said of a chain that is not followed: by its name, what somebody can put right. */
const told = {
  '': away,
  timeout: away,
  unreachable: away,
  unauthorized: 'tx.chain.problem.unauthorized',
  forbidden: 'tx.chain.problem.forbidden',
  busy: 'tx.chain.problem.busy',
  starting: 'tx.chain.problem.starting',
  wrongNetwork: 'tx.chain.problem.wrongNetwork',
  tooLarge: away,
  badAnswer: away,
  inconsistent: away,
  nodeError: away,
  other: away,
} as const satisfies Record<ChainProblem, string>;

/** Says so when a chain cannot be followed, or a coin is frozen because its ledger and the chain differ. Silent when all is well. */
export function ChainNotices(): ReactNode {
  const { t } = useTranslation();
  const { data } = useApi('transaction', 'chains', {}, { quiet: true });
  if (!data) return null;
  const troubled = data.list.filter(({ state }) => state === 'down' || state === 'catching_up');
  const asides = data.list.flatMap(({ chain_id, coin_net: network, set_aside }) =>
    set_aside.map((block) => ({ ...block, key: `${chain_id} ${block.height}`, network })),
  );
  return (
    <>
      {asides.map(({ key, network, height, error }) => (
        <Banner key={key} tone="bad" title={t('tx.chain.aside', { network, height })}>
          {error}
        </Banner>
      ))}
      {data.frozen.map((coin) => (
        <CoinStopped key={`${coin.chain_id} ${coin.contract_address}`} coin={coin} />
      ))}
      {troubled.map((chain) => (
        <Banner key={chain.chain_id} tone="warn">
          {chain.state === 'down'
            ? t(told[chain.problem], { network: chain.coin_net })
            : t('tx.chain.catchingUp', { network: chain.coin_net, height: chain.height ?? 0, tip: chain.tip ?? 0 })}
        </Banner>
      ))}
    </>
  );
}
