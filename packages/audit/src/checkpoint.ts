/** Checkpoints (https://c2sp.org/tlog-checkpoint): origin, size and root as a note, signed by the log and cosigned by witnesses. */
import { ed25519 } from '@holdfast/ed25519';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './base64.ts';
import { AuditError } from './errors.ts';
import { keyId, keyTypes, type Note, type NoteKey, type NoteSignature, noteText, parseNote } from './note.ts';
import type { Head } from './proof.ts';

export interface Checkpoint extends Head {
  /** The log's name. */
  readonly origin: string;
}

const digits = /^(0|[1-9]\d{0,15})$/;

/**
 * A log is named after the key of the server that keeps it, so that whoever pins that key pins the log: the server cannot begin another one under
 * the same key.
 */
export const logName = (serverIdentity: string): string => `holdfast.audit/${serverIdentity}`;
export const witnessName = (signerId: string): string => `holdfast.signer/${signerId}`;

export const logKey = (serverIdentity: Uint8Array): NoteKey => ({
  name: logName(bytesToHex(serverIdentity)),
  type: keyTypes.note,
  publicKey: serverIdentity,
});
export const witnessKey = (signerId: string, identity: Uint8Array): NoteKey => ({
  name: witnessName(signerId),
  type: keyTypes.cosignature,
  publicKey: identity,
});

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/** @throws AuditError badCheckpoint | badNote */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', end, ...more] = text.split('\n');
  if (origin === '' || !digits.test(size) || end !== '' || more.length > 0) throw new AuditError('badCheckpoint');
  const checkpoint = { origin, size: Number(size), root: fromBase64(root) };
  if (checkpoint.root.length !== 32 || !Number.isSafeInteger(checkpoint.size)) throw new AuditError('badCheckpoint');
  return checkpoint;
}

/** What a witness signs beside the text: its clock, seconds. */
const cosignedText = (text: string, seconds: number): Uint8Array =>
  utf8ToBytes(`cosignature/v1\ntime ${seconds}\n${text}`);

/** The log's own signature. `secret` is the 32-byte Ed25519 seed of `key`. */
export function signCheckpoint(checkpoint: Checkpoint, key: NoteKey, secret: Uint8Array): NoteSignature {
  const body = ed25519.sign(utf8ToBytes(checkpointText(checkpoint)), secret);
  return { name: key.name, id: keyId(key), body };
}

/** A witness's signature: 8 bytes of time (seconds, big-endian), then Ed25519. */
export function cosignCheckpoint(
  checkpoint: Checkpoint,
  key: NoteKey,
  secret: Uint8Array,
  seconds: number,
): NoteSignature {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  const signature = ed25519.sign(cosignedText(checkpointText(checkpoint), seconds), secret);
  return { name: key.name, id: keyId(key), body: concatBytes(time, signature) };
}

function holds(text: string, { body }: NoteSignature, { type, publicKey }: NoteKey): boolean {
  const [message, signature] =
    type === keyTypes.note ? [utf8ToBytes(text), body] : [cosigned(text, body), body.subarray(8)];
  if (!message || signature.length !== 64) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}
function cosigned(text: string, body: Uint8Array): Uint8Array | undefined {
  if (body.length !== 72) return undefined;
  const seconds = new DataView(body.buffer, body.byteOffset).getBigUint64(0);
  return seconds <= BigInt(Number.MAX_SAFE_INTEGER) ? cosignedText(text, Number(seconds)) : undefined;
}

/** Does one signature of a note hold under this key? */
export const verifySignature = (text: string, signature: NoteSignature, key: NoteKey): boolean =>
  signature.name === key.name && signature.id === keyId(key) && holds(text, signature, key);

export interface OpenedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The keys whose signatures hold. */
  readonly by: readonly NoteKey[];
  /** Signatures by keys nobody gave. */
  readonly unknown: readonly NoteSignature[];
}

/**
 * Reads a checkpoint note and checks every signature whose key is among `keys`.
 * @throws AuditError badNote | badCheckpoint | badSignature when one by a known key does not hold or stands twice
 */
export function openCheckpoint(source: string, keys: readonly NoteKey[]): OpenedCheckpoint {
  const { text, signatures } = parseNote(source);
  const checkpoint = parseCheckpoint(text);
  const by: NoteKey[] = [];
  const unknown: NoteSignature[] = [];
  for (const signature of signatures) {
    const key = keys.find((each) => each.name === signature.name && keyId(each) === signature.id);
    if (!key) unknown.push(signature);
    else if (by.includes(key) || !holds(text, signature, key)) throw new AuditError('badSignature', key.name);
    else by.push(key);
  }
  return { checkpoint, by, unknown };
}

/** The whole note of a checkpoint with its signatures. */
export const checkpointNote = (checkpoint: Checkpoint, signatures: readonly NoteSignature[]): string =>
  noteText({ text: checkpointText(checkpoint), signatures } satisfies Note);
