import type { ChainConfig } from '@holdfast/chains';
import type { DevChain } from '../chain.ts';
import { FaucetError } from '../faucet/errors.ts';
import { rpcClient } from '../json-rpc.ts';
import { bitcoinFacts } from './facts.ts';
import { bitcoinFaucet, fillPurse, purseAddress } from './faucet.ts';
import { startBitcoin } from './launch.ts';
import { bitcoinMiner } from './miner.ts';

const configAt = (rpcUrl: string): ChainConfig => ({
  id: 'bitcoin:regtest',
  family: 'bitcoin',
  name: 'Bitcoin (regtest)',
  baseSymbol: 'BTC',
  rpcUrl,
  confirmations: { deposit: 2, withdraw: 2 },
  maxFee: '1000000',
  assets: [
    {
      symbol: 'BTC',
      name: 'Bitcoin',
      decimals: 8,
      contract: '',
      minWithdraw: '10000',
      maxWithdraw: '10000000000',
      minDeposit: '1000',
    },
  ],
});

/** Our own node, or bitcoind where `BITCOIND` names one. */
export const bitcoin: DevChain = {
  assets: {
    BTC: {
      usd: '91234.50',
      opening: 20_000_000n,
      deposit: [100_000, 5_000_000],
      withdraw: [10_000, 400_000],
      weight: 3,
    },
  },
  facts: bitcoinFacts,
  async start({ dir, port, started }) {
    const { child, url } = await startBitcoin({ dir, port });
    started(child);
    const call = rpcClient(url);
    await fillPurse(call);
    const coins = bitcoinFaucet(call);
    return {
      config: configAt(url),
      miner: bitcoinMiner(call, purseAddress),
      height: () => call<number>('getblockcount'),
      async fund({ symbol, address, amount }) {
        if (symbol !== 'BTC') throw new FaucetError(`no ${symbol.slice(0, 20)} on this chain`);
        return coins.fund(address, amount);
      },
      async mine(blocks) {
        await call('generatetoaddress', blocks, purseAddress);
      },
    };
  },
};
