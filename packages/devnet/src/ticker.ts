import type { Call } from './json-rpc.ts';

/** After a block with transactions so many follow, so that what is in it confirms; then the chain rests. */
const settleBlocks = 6;

interface Miner {
  waiting(): Promise<boolean>;
  /** Is there a transaction in one of the last blocks but the very last of them? */
  settling(): Promise<boolean>;
  mine(): Promise<void>;
}

export function evmMiner(call: Call): Miner {
  return {
    waiting: async () => Number((await call<{ pending: string }>('txpool_status')).pending) > 0,
    settling: async () => {
      const tip = Number(await call<string>('eth_blockNumber'));
      for (let height = tip; height > Math.max(0, tip - settleBlocks); height--) {
        const at = `0x${height.toString(16)}`;
        if (Number(await call<string>('eth_getBlockTransactionCountByNumber', at)) > 0) return true;
      }
      return false;
    },
    mine: async () => {
      await call('evm_mine');
    },
  };
}

export function bitcoinMiner(call: Call, payTo: string): Miner {
  return {
    waiting: async () => (await call<unknown[]>('getrawmempool')).length > 0,
    settling: async () => {
      let hash = await call<string>('getbestblockhash');
      for (let n = 0; n < settleBlocks; n++) {
        const header = await call<{ nTx: number; previousblockhash?: string }>('getblockheader', hash);
        if (header.nTx > 1) return true;
        if (header.previousblockhash === undefined) return false;
        hash = header.previousblockhash;
      }
      return false;
    },
    mine: async () => {
      await call('generatetoaddress', 1, payTo);
    },
  };
}

/**
 * Looks at both mempools every `pauseMs` and mines where something waits or has yet to confirm. Kept to no state of its own,
 * so it goes on where it was after a restart.
 * @returns stops it
 */
export function startTicker(miners: readonly Miner[], pauseMs: number, afterMining: () => Promise<void>): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const tick = async (): Promise<void> => {
    for (const miner of miners) {
      if (stopped) return;
      if ((await miner.waiting()) || (await miner.settling())) await miner.mine();
    }
    await afterMining();
  };
  const next = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      // A node that is just ending refuses the call; the next tick, or the stop, takes care of it.
      void tick()
        .catch(() => undefined)
        .finally(next);
    }, pauseMs);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
