/** Signed notes of C2SP (https://c2sp.org/signed-note): a text, an empty line, and lines of signatures over the text. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './base64.ts';
import { AuditError } from './errors.ts';

/** Ed25519 of a note, and the timestamped Ed25519 of a witness (https://c2sp.org/tlog-cosignature). */
export const keyTypes = { note: 0x01, cosignature: 0x04 } as const;
export type KeyType = (typeof keyTypes)[keyof typeof keyTypes];

export interface NoteKey {
  readonly name: string;
  readonly type: KeyType;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}
export interface NoteSignature {
  readonly name: string;
  /** 8 hex digits. */
  readonly id: string;
  /** What follows the key id. */
  readonly body: Uint8Array;
}
export interface Note {
  /** Ends with a line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const namePattern = /^[^\s+\p{Cc}]{1,200}$/u;
const noteMax = 65_536;
const idBytes = 4;

/** First four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ key), hex. */
export const keyId = ({ name, type, publicKey }: NoteKey): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes(name), Uint8Array.of(0x0a, type), publicKey)).subarray(0, idBytes));

/** `name+id+base64`, as people pass keys around. */
export const keyText = (key: NoteKey): string =>
  `${key.name}+${keyId(key)}+${toBase64(concatBytes(Uint8Array.of(key.type), key.publicKey))}`;

/** @throws AuditError badKey */
export function parseKey(text: string): NoteKey {
  const [, name, id, body] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  if (!name || !id || !body || !namePattern.test(name)) throw new AuditError('badKey', text.slice(0, 80));
  const bytes = fromBase64(body);
  const type = Object.values(keyTypes).find((each) => each === bytes[0]);
  const key = { name, type: type ?? keyTypes.note, publicKey: bytes.subarray(1) };
  if (type === undefined || key.publicKey.length !== 32 || keyId(key) !== id) throw new AuditError('badKey', name);
  return key;
}

/** One line of a signature, with its line feed. */
export const signatureLine = ({ name, id, body }: NoteSignature): string =>
  `— ${name} ${toBase64(
    concatBytes(
      Uint8Array.from(id.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16)),
      body,
    ),
  )}\n`;

export const noteText = ({ text, signatures }: Note): string => `${text}\n${signatures.map(signatureLine).join('')}`;

function parseSignature(line: string): NoteSignature {
  const [, name, body] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  if (!name || !body || !namePattern.test(name)) throw new AuditError('badNote', 'signature line');
  const bytes = fromBase64(body);
  if (bytes.length <= idBytes) throw new AuditError('badNote', 'signature line');
  return { name, id: bytesToHex(bytes.subarray(0, idBytes)), body: bytes.subarray(idBytes) };
}

/** Reads one signature line, with its line feed. @throws AuditError badNote */
export function parseSignatureLine(line: string): NoteSignature {
  if (!line.endsWith('\n')) throw new AuditError('badNote', 'signature line');
  return parseSignature(line.slice(0, -1));
}

/** Reads a note; whether its signatures hold is another question. @throws AuditError badNote */
export function parseNote(source: string): Note {
  if (source.length > noteMax || !source.isWellFormed()) throw new AuditError('badNote', 'size');
  const split = source.lastIndexOf('\n\n');
  if (split <= 0 || !source.endsWith('\n')) throw new AuditError('badNote', 'no signatures');
  const text = source.slice(0, split + 1);
  const lines = source.slice(split + 2, -1).split('\n');
  if (/[^\n\P{Cc}]/u.test(text)) throw new AuditError('badNote', 'control characters');
  return { text, signatures: lines.map(parseSignature) };
}
