import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { devnetChains, startDevnet } from '@holdfast/devnet';
import type { ChainConfig } from '../src/index.ts';

export interface TestNodes {
  readonly evm: ChainConfig;
  readonly bitcoin: ChainConfig;
  /** A call to a node, past the adapter. */
  call<T = unknown>(chain: ChainConfig, method: string, ...params: unknown[]): Promise<T>;
  fund(chain: ChainConfig, symbol: string, address: string, amount: string): Promise<string>;
  mine(chain: ChainConfig, blocks?: number): Promise<void>;
  stop(): Promise<void>;
}

async function post(url: URL, body: object): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (url.username !== '') headers.authorization = `Basic ${btoa(`${url.username}:${url.password}`)}`;
  const target = new URL(url.pathname, url.origin);
  const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

/** The devnet's real nodes on free ports, mining only when told. With BITCOIND set, Bitcoin is the real one. */
export async function startNodes(): Promise<TestNodes> {
  const dir = mkdtempSync(path.join(tmpdir(), 'chains-'));
  const devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const [evm, bitcoin] = devnetChains(devnet);
  if (!evm || !bitcoin) throw new Error('two chains');
  const faucet = async (route: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await post(new URL(route, devnet.faucet.url), body);
    if (answer.error !== undefined) throw new Error(String(answer.error));
    return answer;
  };
  return {
    evm,
    bitcoin,
    call: async <T>(chain: ChainConfig, method: string, ...params: unknown[]) => {
      const { result, error } = await post(new URL(chain.rpcUrl), { jsonrpc: '2.0', id: 1, method, params });
      if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result as T;
    },
    fund: async (chain, symbol, address, amount) =>
      String((await faucet('/fund', { chain: chain.id, symbol, address, amount })).txid),
    mine: async (chain, blocks = 1) => void (await faucet('/mine', { chain: chain.id, blocks })),
    stop: async () => {
      await devnet.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
