import type { Call } from '../json-rpc.ts';
import { type Miner, settleBlocks } from '../ticker.ts';

export const bitcoinMiner = (call: Call, payTo: string): Miner => ({
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
});
