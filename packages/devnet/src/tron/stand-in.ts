import type { ChainConfig } from '@holdfast/chains';
import type { Child } from '../children.ts';
import { genesis } from './faucet.ts';
import { openStandIn, type TronStandIn } from './node.ts';
import { serveStandIn } from './server.ts';
import { usdt } from './tokens.ts';

export { fundTron } from './faucet.ts';
export type { TronStandIn } from './node.ts';
export { serveStandIn } from './server.ts';
export { acorn } from './tokens.ts';

const configAt = (rpcUrl: string): ChainConfig => ({
  id: 'tron:devnet',
  family: 'tron',
  name: 'Tron (stand-in)',
  baseSymbol: 'TRX',
  rpcUrl,
  confirmations: { deposit: 3, withdraw: 3 },
  maxFee: '100000000',
  assets: [
    {
      symbol: 'TRX',
      name: 'Tron',
      decimals: 6,
      contract: '',
      minWithdraw: '1000000',
      maxWithdraw: '1000000000000',
      minDeposit: '100000',
    },
    {
      symbol: usdt.symbol,
      name: usdt.name,
      decimals: usdt.decimals,
      contract: usdt.contract,
      minWithdraw: '1000000',
      maxWithdraw: '1000000000000',
      minDeposit: '10000',
    },
  ],
});

/** Runs in this process, and ends with it. */
async function run(node: TronStandIn, port: number): Promise<Child> {
  const server = await serveStandIn(node, port);
  const address = server.address();
  let ended: (why: string) => void = () => undefined;
  const exited = new Promise<string>((resolve) => {
    ended = resolve;
  });
  return {
    ready: String(typeof address === 'object' && address ? address.port : port),
    exited,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      node.close();
      ended('tron stand-in ended');
    },
  };
}

/**
 * @param file keeps the chain between starts; '' = in memory @param port 0 = any free one
 * @param unfreezeDays from unstaking until coins can be withdrawn: the same at each start, since what is kept is worked out anew
 */
export async function startStandIn(
  file: string,
  port = 0,
  now: () => number = Date.now,
  unfreezeDays = genesis.unfreezeDays,
): Promise<{ readonly node: TronStandIn; readonly child: Child; readonly config: ChainConfig }> {
  const node = openStandIn({ ...genesis, unfreezeDays }, file, now);
  const child = await run(node, port);
  return { node, child, config: configAt(`http://127.0.0.1:${child.ready}`) };
}
