import { utf8ToBytes } from '@noble/hashes/utils.js';
import { integer, object, patterns, text } from '../check.ts';
import { refuse } from '../errors.ts';
import type { PeerLog } from '../state/entries.ts';
import type { Store } from '../store/store.ts';

/**
 * What signers tell each other in the first round: how far my own log has come, and how far I have ever seen yours. A signer that was put back to an
 * older copy is found out by the other (its log is shorter than before), and by itself (the other remembers more of it than it has).
 */
const log = object({ size: integer(0, Number.MAX_SAFE_INTEGER), root: text(patterns.hex32) });
const note = object({ mine: log, seenOfYou: log });

const none: PeerLog = { size: 0, root: '0'.repeat(64) };

export function peerNote(store: Store, peer: string): Uint8Array {
  return utf8ToBytes(JSON.stringify({ mine: store.log(), seenOfYou: store.state.peers.get(peer) ?? none }));
}

/** @returns the peer's log as it is now @throws Refusal peerDisagrees when either side has gone backwards */
export function checkPeerNote(store: Store, peer: string, bytes: Uint8Array): PeerLog {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse('sessionFailed', 'note');
  }
  const { mine, seenOfYou } = note(value, 'note');
  const known = store.state.peers.get(peer) ?? none;
  if (mine.size < known.size || (mine.size === known.size && known.size > 0 && mine.root !== known.root))
    throw refuse('peerDisagrees', `signer ${peer} has an older log than before`);
  if (seenOfYou.size > 0 && store.rootAt(seenOfYou.size) !== seenOfYou.root)
    throw refuse('peerDisagrees', `signer ${peer} has seen more of this log than it holds`);
  return mine;
}
