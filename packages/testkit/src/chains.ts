import type { ChainConfig } from '@holdfast/chains';

/** Nothing listens there: the chains of tests that need addresses but no blocks. */
const nowhere = 'http://127.0.0.1:9';

/** ETH and USDC on a local EVM chain, BTC on regtest, as the sandbox has them. */
export const testChains: readonly ChainConfig[] = [
  {
    id: 'evm:31337',
    family: 'evm',
    name: 'Ethereum',
    baseSymbol: 'ETH',
    rpcUrl: nowhere,
    confirmations: { deposit: 3, withdraw: 3 },
    maxFee: '100000000000000000',
    assets: [
      {
        symbol: 'ETH',
        name: 'Ether',
        decimals: 18,
        contract: '',
        minWithdraw: '1000000000000000',
        maxWithdraw: '1000000000000000000000',
        minDeposit: '1',
      },
      {
        symbol: 'USDC',
        name: 'USD Coin',
        decimals: 6,
        contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        minWithdraw: '1000000',
        maxWithdraw: '1000000000000',
        minDeposit: '1',
      },
    ],
  },
  {
    id: 'bitcoin:regtest',
    family: 'bitcoin',
    name: 'Bitcoin',
    baseSymbol: 'BTC',
    rpcUrl: nowhere,
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
        minDeposit: '546',
      },
    ],
  },
];
