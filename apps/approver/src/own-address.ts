import { type ChainConfig, familyOf, groupKeyAt, parsePath } from '@holdfast/chains';
import type { ChainFacts, KeyGroupPublic } from '@holdfast/review/facts';

/** Only what deriving needs; the rest of a chain's configuration is the signer's business. */
const asConfig = (chain: ChainFacts): ChainConfig => ({
  ...chain,
  assets: [],
  baseSymbol: '',
  rpcUrl: '',
  maxFee: '0',
  confirmations: { deposit: 1, withdraw: 1 },
});

/** The address of a path under a key group, worked out here from its public key (threat T22). */
export function addressAt(chain: ChainFacts, group: KeyGroupPublic, path: string): string {
  return familyOf(asConfig(chain)).addressOf(asConfig(chain), groupKeyAt(group, path));
}

/** Whose address it is, in words: the path alone tells nobody that it is another customer's sub-wallet (threat T22). */
export function placeOf(path: string): { path: string; wallet: string } | undefined {
  try {
    return { path, wallet: String(parsePath(path).wallet) };
  } catch {
    return undefined;
  }
}

/** The sub-wallet that an address belongs to, if it is the one that these keys have at this path; else undefined. */
export function ownWallet(
  chain: ChainFacts | undefined,
  group: KeyGroupPublic | undefined,
  path: string,
  address: string,
): string | undefined {
  const place = placeOf(path);
  if (!chain || !group?.active || !place || parsePath(path).coin !== familyOf(chain).coinType) return undefined;
  return addressAt(chain, group, path) === address ? place.wallet : undefined;
}
