import {
  AuditError,
  type Checkpoint,
  checkpointNote,
  consistencyRanges,
  logKey,
  type NoteKey,
  type NoteSignature,
  nodesOf,
  nodesOfRange,
  openCheckpoint,
  parseSignatureLine,
  proofOf,
  rootAt,
  signatureLine,
  signCheckpoint,
  witnessKey,
} from '@holdfast/audit';
import type { Identity } from '@holdfast/channel';
import type { Db } from '../db/database.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import * as queries from './queries.ts';

/** A checkpoint at least this often while anything happens, and after so many entries. */
export const checkpointLimits = { everyMs: 3_600_000, entries: 1_000 } as const;

export interface LogIdentity {
  readonly key: NoteKey;
  readonly secret: Uint8Array;
}
export const logIdentity = ({ sign }: Identity): LogIdentity => ({ key: logKey(sign.public), secret: sign.secret });

const checkpointOf = ({ key }: LogIdentity, { size, root }: { size: number; root: Uint8Array }): Checkpoint => ({
  origin: key.name,
  size,
  root: new Uint8Array(root),
});

/** Signs the log as it stands when that is due, or `now`; returns the newest checkpoint. */
export async function checkpoint(db: Db, own: LogIdentity, at: Date, now = false) {
  const [last, { size }] = await Promise.all([queries.lastCheckpoint(db), queries.readHead(db)]);
  const fresh = size - (last?.size ?? 0);
  const age = at.getTime() - (last?.created_at.getTime() ?? 0);
  const due = now || fresh >= checkpointLimits.entries || age >= checkpointLimits.everyMs || age < 0;
  if (fresh <= 0 || !due) return last;
  const root = Buffer.from(rootAt(size, await queries.readNodes(db, nodesOfRange(0, size))));
  const signature = signatureLine(signCheckpoint(checkpointOf(own, { size, root }), own.key, own.secret));
  const row = { size, root, signature, created_at: at };
  await queries.insertCheckpoint(db, row);
  return row;
}

const signatures = (row: queries.CheckpointRow, cosignatures: readonly { signature: string }[]): NoteSignature[] =>
  [row, ...cosignatures].map(({ signature }) => parseSignatureLine(signature));

/** The note of a checkpoint with every signature there is. */
export const noteOf = (
  own: LogIdentity,
  row: queries.CheckpointRow,
  cosignatures: readonly { signature: string }[] = [],
): string => checkpointNote(checkpointOf(own, row), signatures(row, cosignatures));

export const witnessOf = ({ id, identity }: Pick<Signer, 'id' | 'identity'>): NoteKey =>
  witnessKey(id, new Uint8Array(Buffer.from(identity, 'hex')));

async function proofBetween(db: Db, first: number, second: number): Promise<string[]> {
  const ranges = consistencyRanges(first, second);
  const read = await queries.readNodes(db, nodesOf(ranges));
  return proofOf(ranges, read).map((hash) => Buffer.from(hash).toString('hex'));
}

/** Asks a signer to cosign; it may have seen more than we remember, then it says from where on it wants the proof. */
async function ask(db: Db, own: LogIdentity, signer: Signer, row: queries.CheckpointRow): Promise<string | undefined> {
  let from = (await queries.lastWitnessed(db, signer.id))?.size ?? 0;
  for (let attempt = 0; attempt < 2; attempt++) {
    const proof = await proofBetween(db, from, row.size);
    const answer = await signer.call('witness', { checkpoint: noteOf(own, row), from, proof });
    if (answer.cosignature !== undefined) return answer.cosignature;
    // Behind our end it has seen what we no longer have: that is for it to refuse.
    if (answer.size > row.size) throw new SignerRefusal(signer.id, 'logForked', 'the signer has seen a longer log');
    from = answer.size;
  }
  return undefined;
}

/** Has one signer witness a checkpoint. Returns what keeps it from it, or ''. */
export async function witness(db: Db, own: LogIdentity, signer: Signer, row: queries.CheckpointRow): Promise<string> {
  try {
    const line = await ask(db, own, signer, row);
    if (line === undefined) return 'unsettled';
    const { by } = openCheckpoint(noteOf(own, row, [{ signature: line }]), [witnessOf(signer)]);
    if (by.length === 0) return 'badSignature';
    await queries.insertCosignature(db, row.size, signer.id, line);
    return '';
  } catch (error) {
    if (error instanceof AuditError) return 'badSignature';
    return error instanceof SignerRefusal ? error.code : 'unreachable';
  }
}
