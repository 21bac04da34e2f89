import { utf8ToBytes } from '@noble/hashes/utils.js';
import { integer, object, patterns, text } from '../check.ts';
import { refuse } from '../errors.ts';
import type { PeerLog } from '../state/entries.ts';
import type { Store } from '../store/store.ts';

/**
 * What signers tell each other in the first round: how far my own log has come, and how far I have ever seen yours. A signer that was put back to an
 * older copy is found out by the other (its log is shorter than before), and by itself (the other remembers more of it than it has). Only what is
 * on disk is told: a crash may take the rest back.
 */
const log = object({ size: integer(0, Number.MAX_SAFE_INTEGER), root: text(patterns.hex32) });
const note = object({ mine: log, seenOfYou: log });

const none: PeerLog = { size: 0, root: '0'.repeat(64) };

/** The peer's log as I knew it before my hello: what it says after that hello can only be further. */
export const knownLog = (store: Store, peer: string): PeerLog => store.state.peers.get(peer) ?? none;

export function peerNote(store: Store, peer: string): Uint8Array {
  return utf8ToBytes(JSON.stringify({ mine: store.log(), seenOfYou: knownLog(store, peer) }));
}

/** @returns the peer's log as it is now @throws Refusal peerDisagrees when either side has gone backwards */
export function checkPeerNote(store: Store, peer: string, known: PeerLog, bytes: Uint8Array): PeerLog {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse('sessionFailed', 'note');
  }
  const { mine, seenOfYou } = note(value, 'note');
  if (mine.size < known.size || (mine.size === known.size && known.size > 0 && mine.root !== known.root))
    throw refuse('peerDisagrees', `signer ${peer} has an older log than before`);
  if (seenOfYou.size > 0 && store.rootAt(seenOfYou.size) !== seenOfYou.root)
    throw refuse('peerDisagrees', `signer ${peer} has seen more of this log than it holds`);
  return mine;
}
