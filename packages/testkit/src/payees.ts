import { type ChainConfig, familyOf, groupKeyAt } from '@holdfast/chains';
import { newTestKey } from './keys.ts';

/** Addresses of any chain that nobody has used before, each given once. */
export function createPayees(): (chain: ChainConfig) => string {
  const { root: secp256k1, ed25519 } = newTestKey();
  let next = 0;
  return (chain) => {
    const family = familyOf(chain);
    return family.addressOf(chain, groupKeyAt({ secp256k1, ed25519 }, `m/${family.coinType}/1/0/${next++}`));
  };
}
