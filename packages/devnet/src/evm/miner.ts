import type { Call } from '../json-rpc.ts';
import { type Miner, settleBlocks } from '../ticker.ts';

export const evmMiner = (call: Call): Miner => ({
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
});
