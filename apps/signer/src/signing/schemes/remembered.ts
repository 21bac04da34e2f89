import type { Child } from '@holdfast/mpc';
import { bytesToHex } from '@noble/hashes/utils.js';

type Derive = (publicKey: Uint8Array, chainCode: Uint8Array, path: readonly number[]) => Child;

const most = 10_000;

/**
 * Children of group keys, remembered: one takes four multiplications, and each signature asks for it. All of it follows from
 * what is public of the group (docs/decisions/0035).
 */
export function remembered(derive: Derive): Derive {
  const known = new Map<string, Child>();
  return (publicKey, chainCode, path) => {
    const name = `${bytesToHex(publicKey)}|${bytesToHex(chainCode)}|${path.join('/')}`;
    const found = known.get(name);
    if (found) return found;
    const child = derive(publicKey, chainCode, path);
    if (known.size >= most) known.clear();
    known.set(name, child);
    return child;
  };
}
