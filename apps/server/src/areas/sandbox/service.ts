import type { ChainConfig } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import type { Catalog, Coin } from '../../catalog.ts';
import { refuse } from '../../refuse.ts';

export interface SandboxDeps {
  readonly catalog: Catalog;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
  /** Undefined outside a sandbox: every write is refused then. */
  readonly faucetUrl: string | undefined;
}
export type SandboxService = ReturnType<typeof createSandbox>;

const limitMs = 20_000;

/** Test coins and blocks of the local chains. The faucet is a process of the sandbox; nothing here exists in production. */
export function createSandbox({ catalog, readerOf, faucetUrl }: SandboxDeps) {
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: the faucet pays from one account, whose transactions follow each other. */
  function ask(path: string, body: object, network: string): Promise<Record<string, unknown>> {
    const next = last.then(() => askNow(path, body, network));
    last = next.catch(() => undefined);
    return next;
  }
  async function askNow(path: string, body: object, network: string): Promise<Record<string, unknown>> {
    if (faucetUrl === undefined) throw refuse('notInSandbox', {});
    let response: Response;
    try {
      response = await fetch(new URL(path, faucetUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      });
    } catch {
      throw refuse('chainUnreachable', { network });
    }
    const reply: unknown = await response.json().catch(() => undefined);
    if (response.status >= 500) throw refuse('chainUnreachable', { network });
    if (!response.ok || typeof reply !== 'object' || reply === null)
      throw refuse('invalidParameters', { field: 'amount' });
    return reply as Record<string, unknown>;
  }
  return {
    enabled: faucetUrl !== undefined,
    async fund({ chain, asset }: Coin, address: string, amount: string): Promise<string> {
      const { symbol } = asset;
      return String((await ask('/fund', { chain: chain.id, symbol, address, amount }, chain.name)).txid ?? '');
    },
    async nft({ id, name }: ChainConfig, address: string): Promise<string> {
      return String((await ask('/nft', { chain: id, address }, name)).txid ?? '');
    },
    async mine(chainId: string | undefined, blocks: number): Promise<void> {
      const chosen = chainId === undefined ? catalog.chains : catalog.chains.filter(({ id }) => id === chainId);
      if (chosen.length === 0) throw refuse('invalidParameters', { field: 'chain_id' });
      if (blocks < 1 || blocks > 100) throw refuse('invalidParameters', { field: 'blocks' });
      for (const chain of chosen) await ask('/mine', { chain: chain.id, blocks }, chain.name);
    },
    status: () =>
      Promise.all(
        catalog.chains.map(async (chain) => {
          const tip = await readerOf(chain)
            .tip()
            .catch(() => undefined);
          return {
            chain_id: chain.id,
            coin_net: chain.name,
            height: tip?.height ?? null,
            reachable: tip !== undefined,
            symbols: chain.assets.map(({ symbol }) => symbol),
            nfts: readerOf(chain).nftHeld !== undefined,
          };
        }),
      ),
  };
}
