import path from 'node:path';
import type { DevChain } from '../chain.ts';
import { settleBlocks } from '../ticker.ts';
import { tronFacts } from './facts.ts';
import { fundTron } from './faucet.ts';
import { startStandIn } from './stand-in.ts';
import { usdt } from './tokens.ts';

/**
 * A stand-in for a Tron node, not a Tron node: none can be had on a developer's machine. It takes real transactions by the chain's rules of form, signature,
 * time and cost; its one token is modelled, since it has no virtual machine.
 */
export const tron: DevChain = {
  assets: {
    TRX: {
      usd: '0.28',
      opening: 500_000n * 10n ** 6n,
      deposit: [1_000_000, 900_000_000],
      withdraw: [1_000_000, 50_000_000],
      weight: 3,
    },
    [usdt.symbol]: {
      usd: '1',
      opening: 100_000n * 10n ** 6n,
      deposit: [1_000_000, 900_000_000],
      withdraw: [1_000_000, 50_000_000],
      weight: 3,
    },
  },
  stake: { symbol: 'TRX', resources: ['bandwidth', 'energy'], amount: [1_000_000, 50_000_000] },
  facts: tronFacts,
  async start({ dir, port, started }) {
    const wait = process.env.HOLDFAST_UNFREEZE_DAYS;
    const days = wait === undefined ? undefined : Number(wait);
    const { node, child, config } = await startStandIn(path.join(dir, 'tron-stand-in.log'), port, Date.now, days);
    started(child);
    return {
      config,
      miner: {
        waiting: async () => node.pending().length > 0,
        settling: async () => {
          const tip = node.head().height;
          return Array.from({ length: settleBlocks }, (_, n) => node.block(tip - n)).some(
            (block) => (block?.mined.length ?? 0) > 0,
          );
        },
        mine: async () => void node.mine(),
      },
      height: async () => node.head().height,
      fund: async (funding) => fundTron(node, funding),
      async mine(blocks) {
        for (let n = 0; n < blocks; n++) node.mine();
      },
    };
  },
};
