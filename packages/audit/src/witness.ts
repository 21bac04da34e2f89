import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { AuditError } from './errors.ts';
import type { NoteKey } from './note.ts';
import { verifyConsistency } from './proof.ts';

/** How far a witness has seen a log: what it must never forget. */
export interface Seen {
  readonly size: number;
  /** Hex. */
  readonly root: string;
}
export interface WitnessRequest {
  /** The checkpoint as a note, signed by the log. */
  readonly checkpoint: string;
  /** The size the proof starts from. */
  readonly from: number;
  /** Consistency proof, hex. */
  readonly proof: readonly string[];
}
export type WitnessAnswer =
  /** May be cosigned, once `seen` is kept. */
  | { readonly state: 'extends'; readonly checkpoint: Checkpoint; readonly seen: Seen }
  /** The proof must start from `size`. */
  | { readonly state: 'elsewhere'; readonly size: number }
  /** Another log under the same name, or a shorter one. */
  | { readonly state: 'forked' };

/**
 * What a witness says to a checkpoint: only a log that contains everything it has seen before may be cosigned.
 * @throws AuditError when the note cannot be read or is not signed by `log`
 */
export function considerCheckpoint(seen: Seen | undefined, request: WitnessRequest, log: NoteKey): WitnessAnswer {
  const { checkpoint, by } = openCheckpoint(request.checkpoint, [log]);
  if (by.length === 0 || checkpoint.origin !== log.name) throw new AuditError('badCheckpoint', 'not of this log');
  const known = { size: seen?.size ?? 0, root: seen ? hexToBytes(seen.root) : new Uint8Array() };
  const now: Seen = { size: checkpoint.size, root: bytesToHex(checkpoint.root) };
  if (now.size < known.size) return { state: 'forked' };
  if (now.size === known.size) {
    if (seen && seen.root !== now.root) return { state: 'forked' };
    return { state: 'extends', checkpoint, seen: now };
  }
  if (request.from !== known.size) return { state: 'elsewhere', size: known.size };
  const consistent = verifyConsistency(known, checkpoint, request.proof.map(hexToBytes));
  return consistent ? { state: 'extends', checkpoint, seen: now } : { state: 'forked' };
}
