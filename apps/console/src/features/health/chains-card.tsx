import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { type ChainHealth, chainStates, nodeStates } from './view.ts';

const wide = 'max-md:hidden';
const grouped = (n: number | null): string => n?.toLocaleString('en-US') ?? '–';

/** How far each network is followed, and each of its nodes. */
export function ChainsCard({ chains }: { chains: readonly ChainHealth[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const head = [
    { text: t('tools:health.network') },
    { text: t('tools:health.state') },
    { text: t('tools:health.height'), className: wide },
    { text: t('tools:health.lastBlock'), className: wide },
    { text: t('tools:health.nodes') },
  ];
  return (
    <Card flush title={t('tools:health.networks')}>
      <PlainTable head={head} shapes={4}>
        {chains.map((chain) => (
          <ChainRow key={chain.chain_id} chain={chain} />
        ))}
      </PlainTable>
    </Card>
  );
}

function ChainRow({ chain }: { chain: ChainHealth }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { tone, text } = chainStates[chain.state];
  const since = chain.down_since;
  return (
    <tr data-chain={chain.chain_id}>
      <td className="font-medium">{chain.coin_net}</td>
      <td>
        <StatusPill tone={tone} text={t(text)} />
        {since && (
          <span className="block text-mut text-xs">
            <RelativeTime when={since} />
          </span>
        )}
        {chain.lost > 0 && (
          <span className="block text-bad text-xs">{t('tools:health.chain.lost', { count: chain.lost })}</span>
        )}
        {chain.aside > 0 && (
          <span className="block text-bad text-xs">{t('tools:health.chain.aside', { count: chain.aside })}</span>
        )}
        <span className="block text-mut text-xs tabular-nums md:hidden">
          {t('tools:health.height')} {grouped(chain.height)}
        </span>
      </td>
      <td className={`${wide} tabular-nums`}>
        {grouped(chain.height)}
        {chain.tip !== null && chain.height !== null && chain.tip > chain.height && (
          <span className="text-mut"> / {grouped(chain.tip)}</span>
        )}
      </td>
      <td className={wide}>{chain.block_at ? <RelativeTime when={chain.block_at} /> : '–'}</td>
      <td>
        <Nodes nodes={chain.nodes} />
      </td>
    </tr>
  );
}

function Nodes({ nodes }: Pick<ChainHealth, 'nodes'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (nodes.length === 0) return <span className="text-mut">{t('tools:health.node.waiting')}</span>;
  return (
    <ul className="grid gap-0.5">
      {nodes.map(({ place, state, height, heard_at }) => (
        <li key={place} className="flex flex-wrap items-center gap-x-2">
          {nodes.length > 1 && <span className="text-mut">{t('tools:health.node.place', { place })}</span>}
          <StatusPill tone={nodeStates[state].tone} text={t(nodeStates[state].text)} />
          {nodes.length > 1 && height !== null && <span className="text-mut tabular-nums">{grouped(height)}</span>}
          {state === 'silent' && heard_at && (
            <span className="text-mut text-xs">
              {t('tools:health.heard')} <RelativeTime when={heard_at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
