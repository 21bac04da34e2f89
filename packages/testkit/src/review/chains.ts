import type { ChainConfig } from '@holdfast/chains';

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const limits = { minWithdraw: '1', maxWithdraw: '1000000000000000000000000', minDeposit: '1' };
const confirmations = { deposit: 3, withdraw: 3 };

export const testChains: readonly ChainConfig[] = [
  {
    id: 'evm:31337',
    family: 'evm',
    name: 'Local Ethereum',
    baseSymbol: 'ETH',
    rpcUrl: '',
    confirmations,
    maxFee: '100000000000000000',
    assets: [
      { symbol: 'ETH', name: 'Ether', decimals: 18, contract: '', ...limits },
      { symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: token, ...limits },
    ],
  },
  {
    id: 'bitcoin:regtest',
    family: 'bitcoin',
    name: 'Local Bitcoin',
    baseSymbol: 'BTC',
    rpcUrl: '',
    confirmations,
    maxFee: '1000000',
    assets: [{ symbol: 'BTC', name: 'Bitcoin', decimals: 8, contract: '', ...limits }],
  },
];
