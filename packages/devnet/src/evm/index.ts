import path from 'node:path';
import type { ChainConfig } from '@holdfast/chains';
import type { DevChain } from '../chain.ts';
import { rpcClient } from '../json-rpc.ts';
import { evmChainId, startAnvil } from './anvil.ts';
import { deployDisperse } from './disperse.ts';
import { evmFacts } from './facts.ts';
import { fundEvm } from './faucet.ts';
import { evmMiner } from './miner.ts';
import { devNames, putNames } from './names.ts';
import { giveNft } from './nft.ts';
import { keepState } from './state.ts';
import { deployToken, devToken } from './token.ts';
import { deployUniswap, devRouter } from './uniswap.ts';
import { deployPools, devPoolRouter } from './uniswap-v3.ts';

const configAt = (rpcUrl: string): ChainConfig => ({
  id: `evm:${evmChainId}`,
  family: 'evm',
  name: 'Ethereum (devnet)',
  baseSymbol: 'ETH',
  rpcUrl,
  confirmations: { deposit: 3, withdraw: 3 },
  maxFee: '50000000000000000',
  names: devNames,
  routers: [{ kind: 'v2', contract: devRouter }, devPoolRouter],
  assets: [
    {
      symbol: 'ETH',
      name: 'Ether',
      decimals: 18,
      contract: '',
      minWithdraw: '1000000000000000',
      maxWithdraw: '1000000000000000000000',
      minDeposit: '100000000000000',
    },
    {
      symbol: devToken.symbol,
      name: 'USD Coin',
      decimals: devToken.decimals,
      contract: devToken.contract,
      minWithdraw: '1000000',
      maxWithdraw: '1000000000000',
      minDeposit: '10000',
    },
  ],
});

/** anvil, with a token of ours, and a pool where it is swapped for the coin. */
export const evm: DevChain = {
  assets: {
    ETH: { usd: '3120.20', opening: 200n * 10n ** 18n, deposit: [1e15, 5e17], withdraw: [1e15, 5e16], weight: 4 },
    [devToken.symbol]: {
      usd: '1',
      opening: 100_000n * 10n ** 6n,
      deposit: [10_000, 900_000_000],
      withdraw: [1_000_000, 50_000_000],
      weight: 3,
    },
  },
  facts: evmFacts,
  async start({ dir, port, started }) {
    const stateFile = path.join(dir, 'evm-state.json');
    const anvil = await startAnvil({ port, stateFile, logFile: path.join(dir, 'anvil.out') });
    started(anvil);
    const url = `http://127.0.0.1:${anvil.ready}`;
    const call = rpcClient(url);
    const keeper = keepState(call, stateFile);
    await deployToken(call);
    if (await deployUniswap(call)) await call('evm_mine');
    if (await deployDisperse(call)) await call('evm_mine');
    await deployPools(call, () => call('evm_mine'));
    await putNames(call);
    await keeper.save();
    return {
      config: configAt(url),
      miner: evmMiner(call),
      height: async () => Number(await call<string>('eth_blockNumber')),
      fund: ({ symbol, address, amount }) => fundEvm(call, symbol, address, amount),
      giveNft: (address) => giveNft(call, address),
      async mine(blocks) {
        for (let n = 0; n < blocks; n++) await call('evm_mine');
        await keeper.save();
      },
      ...keeper,
    };
  },
};
