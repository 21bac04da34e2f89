import { familyOf, parsePath } from '@holdfast/chains';
import type { ChainFacts, KeyGroupPublic } from '@holdfast/review/facts';
import type { ask } from '@holdfast/signer-ui';

/** Given by the caller, so that this file, which weighs much, takes nothing of the page with it. */
type Ask = typeof ask;

/**
 * The address of a path under a key group, as this page's own signer derives it (threat T22). The page cannot: it would need the group's chain code, and
 * whoever has that and one child's private key has the whole key. @throws Fault
 */
export async function addressAt(
  askSigner: Ask,
  chain: ChainFacts,
  { id: keyGroup }: KeyGroupPublic,
  path: string,
): Promise<string> {
  const query = new URLSearchParams({ chain: chain.id, path, keyGroup });
  return (await askSigner<{ address: string }>(location.origin, `/api/address?${query}`)).address;
}

/** Whose address it is, in words: the path alone tells nobody that it is another customer's sub-wallet (threat T22). */
export function placeOf(path: string): { path: string; wallet: string } | undefined {
  try {
    return { path, wallet: String(parsePath(path).wallet) };
  } catch {
    return undefined;
  }
}

/** The sub-wallet that an address belongs to, if it is the one that these keys have at this path; else undefined. @throws Fault */
export async function ownWallet(
  askSigner: Ask,
  chain: ChainFacts | undefined,
  group: KeyGroupPublic | undefined,
  { path, address }: { readonly path: string; readonly address: string },
): Promise<string | undefined> {
  const place = placeOf(path);
  if (!chain || !group?.active || !place || parsePath(path).coin !== familyOf(chain).coinType) return undefined;
  return (await addressAt(askSigner, chain, group, path)) === address ? place.wallet : undefined;
}
