/** A log as a server makes it, with two witnesses that follow it, for tests. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import {
  type AuditEntry,
  append,
  type Checkpoint,
  chainStart,
  checkpointLine,
  checkpointNote,
  cosignCheckpoint,
  emptyFrontier,
  entryHash,
  entryLine,
  entryText,
  frontierRoot,
  headLine,
  keyText,
  logKey,
  type NoteKey,
  signCheckpoint,
  witnessKey,
} from '../src/index.ts';

export const serverSecret = new Uint8Array(32).fill(11);
export const witnessSecrets = [new Uint8Array(32).fill(21), new Uint8Array(32).fill(22)];
export const server = logKey(ed25519.getPublicKey(serverSecret));
export const witnesses = witnessSecrets.map((secret, i) => witnessKey(`${i + 1}`, ed25519.getPublicKey(secret)));
export const allKeys = [server, ...witnesses].map(keyText);

const actions = ['session.login', 'withdraw.create', 'withdraw.cancel', 'wallet.updateAlias', 'policy.apply'];

export const record = (seq: number, over: Partial<AuditEntry> = {}): Omit<AuditEntry, 'prev'> => ({
  v: '1',
  seq: String(seq),
  time: String(1_763_000_000_000 + seq * 1_000),
  workspace: '1',
  actor: `user:${(seq % 3) + 1}`,
  key: '',
  network: '10.0.0.7',
  agent: 'Mozilla/5.0',
  action: actions[seq % actions.length] ?? '',
  object: `order:${seq}`,
  result: 'ok',
  detail: { note: `entry ${seq}, 条目` },
  before: '',
  after: '0'.repeat(64),
  ...over,
});

export interface MadeLog {
  readonly lines: readonly string[];
  readonly text: string;
  /** The checkpoint notes by size. */
  readonly notes: ReadonlyMap<number, string>;
}

/** `at`: sizes with a checkpoint, and which witnesses cosign it. */
export function madeLog(
  records: readonly Omit<AuditEntry, 'prev'>[],
  at: ReadonlyMap<number, readonly number[]>,
  keys: readonly NoteKey[] = [server, ...witnesses],
): MadeLog {
  const lines = [headLine(server.name, keys)];
  const notes = new Map<number, string>();
  let frontier = emptyFrontier;
  let prev = chainStart(server.name);
  const mark = (): void => {
    const by = at.get(frontier.size);
    if (!by) return;
    const checkpoint: Checkpoint = { origin: server.name, size: frontier.size, root: frontierRoot(frontier) };
    const cosigned = by.flatMap((i) => {
      const [key, secret] = [witnesses[i], witnessSecrets[i]];
      return key && secret ? [cosignCheckpoint(checkpoint, key, secret, 1_763_000_000 + frontier.size)] : [];
    });
    const note = checkpointNote(checkpoint, [signCheckpoint(checkpoint, server, serverSecret), ...cosigned]);
    notes.set(frontier.size, note);
    lines.push(checkpointLine(note, notes.size - 1));
  };
  mark();
  for (const each of records) {
    const text = entryText({ ...each, prev });
    prev = entryHash(text);
    frontier = append(frontier, hexToBytes(prev)).next;
    lines.push(entryLine(text, prev));
    mark();
  }
  return { lines, text: lines.map((line) => `${line}\n`).join(''), notes };
}
