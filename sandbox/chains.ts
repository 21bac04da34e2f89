import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainConfig } from '@holdfast/chains';
import { devAssets, devChainNames } from '@holdfast/devnet';
import type { Options } from './options.ts';
import { type Supervised, supervise } from './processes.ts';

/** Prices of the sandbox: fixed, and said to be so. Production reads them from a source that its operator names. */
const prices = [...devAssets].map(([symbol, { usd }]) => ({ symbol, usd }));

export interface SandboxChains {
  readonly process: Supervised;
  readonly chains: ChainConfig[];
  readonly faucetUrl: string;
  readonly prices: readonly { symbol: string; usd: string }[];
}

/** What the faucet says of the chains beside it. */
async function describe(faucetUrl: string): Promise<ChainConfig[]> {
  for (let attempt = 0; ; attempt++) {
    const reply = await fetch(`${faucetUrl}/status`, { signal: AbortSignal.timeout(5_000) });
    if (reply.ok) {
      const { chains } = (await reply.json()) as { chains: { config: ChainConfig }[] };
      return chains.map(({ config }) => config);
    }
    if (attempt > 20) throw new Error(`the local chains answer ${reply.status}`);
    await sleep(250);
  }
}

/** Starts the local chains as one process of their own. */
export async function startChains(
  options: Options,
  root: string,
  logs: string,
  say: (line: string) => void,
): Promise<SandboxChains> {
  const faucetUrl = `http://127.0.0.1:${options.ports.faucet}`;
  const dir = path.join(options.data, 'chains');
  const ports = [...devChainNames, 'faucet' as const].flatMap((name) => [
    `--${name}-port`,
    String(options.ports[name]),
  ]);
  const args = ['--dir', dir, ...ports];
  const file = path.join(root, 'packages/devnet/src/main.ts');
  const running = await supervise({ name: 'chains', file, args, healthUrl: `${faucetUrl}/status` }, logs, say);
  return { process: running, chains: await describe(faucetUrl), faucetUrl, prices };
}
