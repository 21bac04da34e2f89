import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Entry } from './entries.ts';

/**
 * What was written lately of each intent's sessions. A server may open the same approved intent again as often as it likes: the same decision is written
 * once a day, and of others, and of signatures released, there are only so many. So it fills no disk.
 */
export type Openings = Map<string, Opening>;

interface Opening {
  /** Hash of the decision written last, as a whole. */
  readonly what: string;
  readonly since: number;
  /** Records since then. */
  readonly count: number;
}

const dayMs = 86_400_000;
/** An honest server raises a fee every few minutes, and signs each once. */
export const maxRecords = 500;

type Decided = Pick<Extract<Entry, { type: 'decided' }>, 'decision' | 'sighashes' | 'schemes' | 'changePath'>;

/** Everything that a decision says; the approvals behind it were written with the first. */
function hashOf({ decision, sighashes, schemes, changePath }: Decided): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify({ decision, sighashes, schemes, changePath }))));
}

/** Forgets what is over: the oldest stands first. */
function forget(openings: Openings, at: number): void {
  for (const [id, { since }] of openings) {
    if (since + dayMs > at) return;
    openings.delete(id);
  }
}

export function countOpening(openings: Openings, entry: Decided, at: number): void {
  forget(openings, at);
  const { id } = entry.decision;
  const known = openings.get(id);
  openings.set(id, { what: hashOf(entry), since: known?.since ?? at, count: (known?.count ?? 0) + 1 });
}

export function countSigned(openings: Openings, id: string): void {
  const known = openings.get(id);
  if (known) openings.set(id, { ...known, count: known.count + 1 });
}

/** Is this very decision on record, lately? */
export const isRecorded = (openings: Openings, entry: Decided, now: number): boolean => {
  const known = openings.get(entry.decision.id);
  return known !== undefined && known.since + dayMs > now && known.what === hashOf(entry);
};

/** Was so much written of this intent within a day that no more is? */
export const isSpent = (openings: Openings, id: string, now: number): boolean => {
  const known = openings.get(id);
  return known !== undefined && known.since + dayMs > now && known.count >= maxRecords;
};
