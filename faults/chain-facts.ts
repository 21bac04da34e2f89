import { type ChainFacts, chainFacts } from '@holdfast/devnet';
import type { Installation } from '../sandbox/installation.ts';
import type { OwnAddress } from './books.ts';

/** What lies at a sub-wallet's addresses together, or is staked there, beside each address. */
function withWallets(
  balances: ReadonlyMap<string, bigint>,
  staked: ReadonlyMap<string, bigint>,
  own: readonly OwnAddress[],
): Map<string, bigint> {
  const all = new Map(balances);
  for (const { chain, subWalletId, address } of own)
    for (const { symbol } of chain.assets) {
      const key = `sub-wallet ${subWalletId} ${symbol}`;
      const here = `${address} ${symbol}`;
      all.set(key, (all.get(key) ?? 0n) + (balances.get(here) ?? 0n) + (staked.get(here) ?? 0n));
    }
  return all;
}

/** Every chain, read from their nodes and from nothing else but the list of our addresses. */
export async function readChains({ chains }: Installation, own: readonly OwnAddress[]): Promise<ChainFacts> {
  const parts = await Promise.all(
    chains.map((chain) => {
      const ours = new Set(own.filter((each) => each.chain.id === chain.id).map(({ address }) => address));
      return chainFacts(chain, ours);
    }),
  );
  const staked = new Map(parts.flatMap((part) => [...(part.staked ?? [])]));
  return {
    payments: parts.flatMap(({ payments }) => payments),
    receipts: parts.flatMap(({ receipts }) => receipts),
    given: parts.flatMap(({ given = [] }) => given),
    balances: withWallets(new Map(parts.flatMap(({ balances }) => [...balances])), staked, own),
    stakes: parts.flatMap(({ stakes = [] }) => stakes),
    staked,
    failed: parts.flatMap(({ failed }) => failed),
    nonceGaps: new Map(parts.flatMap(({ nonceGaps }) => [...nonceGaps])),
  };
}
