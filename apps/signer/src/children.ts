import { curveAt, groupKeyAt, type KeyRoots } from '@holdfast/chains';

/** Public child keys by key group and path, remembered: one takes 2 ms to derive and an admission asks for the same few many times. */
export type ChildKeys = (roots: KeyRoots, path: string) => Uint8Array;

const maxRemembered = 10_000;

export function createChildKeys(): ChildKeys {
  const known = new Map<string, Uint8Array>();
  return (roots, path) => {
    const root = roots[curveAt(path)];
    const name = `${root.publicKey}|${root.chainCode}|${path}`;
    const found = known.get(name);
    if (found) return found;
    const key = groupKeyAt(roots, path);
    if (known.size >= maxRemembered) known.clear();
    known.set(name, key);
    return key;
  };
}
