import type { ChainConfig } from '@holdfast/chains';
import type { DevnetNodes } from './types.ts';

/** The devnet as the server is told about it. The chain is short and local, so few confirmations do. */
export function devnetChains(devnet: DevnetNodes): ChainConfig[] {
  const { token } = devnet.evm;
  return [
    {
      id: `evm:${devnet.evm.chainId}`,
      family: 'evm',
      name: 'Ethereum (devnet)',
      baseSymbol: 'ETH',
      rpcUrl: devnet.evm.url,
      confirmations: { deposit: 3, withdraw: 3 },
      maxFee: '50000000000000000',
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
          symbol: token.symbol,
          name: 'USD Coin',
          decimals: token.decimals,
          contract: token.contract,
          minWithdraw: '1000000',
          maxWithdraw: '1000000000000',
          minDeposit: '10000',
        },
      ],
    },
    {
      id: 'bitcoin:regtest',
      family: 'bitcoin',
      name: 'Bitcoin (regtest)',
      baseSymbol: 'BTC',
      rpcUrl: devnet.bitcoin.url,
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
    },
  ];
}
