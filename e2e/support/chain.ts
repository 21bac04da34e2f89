import type { ChainConfig } from '@holdfast/chains';
import { chainFacts, rpcClient } from '@holdfast/devnet';

/** What the chains themselves say, asked past everything of ours. */
const rpc = <T>(url: string, method: string, params: readonly unknown[]): Promise<T> =>
  rpcClient(url)<T>(method, ...params);

/** Wei. */
export async function etherOf(url: string, address: string): Promise<bigint> {
  return BigInt(await rpc<string>(url, 'eth_getBalance', [address, 'latest']));
}

/** ERC-20 balanceOf, smallest units. */
export async function tokenOf(url: string, contract: string, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt(await rpc<string>(url, 'eth_call', [{ to: contract, data }, 'latest']));
}

interface Status {
  readonly chains: readonly { readonly config: ChainConfig }[];
}

/** Base units of each address and coin (`ADDRESS SYMBOL`) on a local chain, by reading it from its first block. */
export async function heldOn(faucet: string, id: string, addresses: readonly string[]): Promise<Map<string, bigint>> {
  const { chains } = (await (await fetch(`${faucet}/status`)).json()) as Status;
  const chain = chains.find(({ config }) => config.id === id)?.config;
  if (!chain) throw new Error(`no chain ${id} here`);
  return new Map((await chainFacts(chain, new Set(addresses))).balances);
}

async function tellFaucet(faucet: string, what: 'mine' | 'hold', body: object): Promise<void> {
  const answer = await fetch(`${faucet}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** One block more. */
export const mine = (faucet: string, chain: string): Promise<void> => tellFaucet(faucet, 'mine', { chain, blocks: 1 });

/** No block comes by itself, so payments wait as where blocks are full; or again. */
export const holdBlocks = (faucet: string, chain: string, hold = true): Promise<void> =>
  tellFaucet(faucet, 'hold', { chain, hold });
