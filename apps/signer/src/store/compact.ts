import { bytesToHex } from '@noble/hashes/utils.js';
import { apply } from '../state/apply.ts';
import type { Entry } from '../state/entries.ts';
import { emptyState, type SignerState } from '../state/state.ts';
import { firstHash } from './records.ts';
import { foldSegment, listSegments } from './segments.ts';
import { listSnapshots, readSnapshot, type Snapshot, writeSnapshot } from './snapshot.ts';
import type { Vault } from './vault.ts';

export const decode = (plain: Uint8Array): Entry => JSON.parse(new TextDecoder().decode(plain)) as Entry;

/** The newest snapshot that this release can read and that ends where a segment does; from nothing when there is none. @throws SnapshotTampered */
export function newestState(dir: string, vault: Vault): { readonly state: SignerState; readonly snapshot: Snapshot } {
  const ends = new Set(listSegments(dir).map(({ to }) => to));
  for (const size of listSnapshots(dir)) {
    // Whoever puts the records elsewhere leaves the snapshot that ends with the last of them.
    if (ends.size > 0 && !ends.has(size)) continue;
    const read = readSnapshot(dir, vault, size);
    if (read) return read;
  }
  const root = firstHash(vault.store);
  return { state: emptyState(), snapshot: { size: 0, root, roots: new Map([[0, bytesToHex(root)]]) } };
}

/**
 * Writes a snapshot of what lies in segments, from the snapshot before it and the records since. It reads only files that nobody changes any more, so the
 * signer goes on meanwhile. @returns its size
 */
export function compact(dir: string, vault: Vault): number {
  const { state, snapshot } = newestState(dir, vault);
  const roots = new Map(snapshot.roots);
  let { root, size } = snapshot;
  for (const segment of listSegments(dir).filter(({ from }) => from >= snapshot.size)) {
    root = foldSegment(dir, vault, segment, root, (plain, index) => apply(state, decode(plain), index));
    size = segment.to;
    roots.set(size, bytesToHex(root));
  }
  if (size > snapshot.size) writeSnapshot(dir, vault, { size, root, roots }, state);
  return size;
}
