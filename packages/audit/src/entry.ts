import { type Canonical, canonicalText, parseCanonical } from '@holdfast/policy';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { AuditError } from './errors.ts';
import { leafHash } from './merkle.ts';

/** What happened, as it stands in the log for ever (domain.md 6.5). Strings only; secrets never, changed contents only as hashes. */
export interface AuditEntry {
  readonly v: '1';
  /** Place in the log, from 0 without gaps. */
  readonly seq: string;
  /** Epoch milliseconds. */
  readonly time: string;
  /** Workspace id, or '' for what belongs to the installation. */
  readonly workspace: string;
  /** `user:7`, `member:owner-1`, `signer:1`, `system`, or `nobody` where no one is logged in. */
  readonly actor: string;
  /** What the actor acted with: a hash of the session's id, or a credential's id; '' when there is none. */
  readonly key: string;
  /** Network address and user agent of the caller; '' when nobody called. */
  readonly network: string;
  readonly agent: string;
  /** The action's name, such as `withdraw.create`. */
  readonly action: string;
  /** What it was done to, such as `order:12`; '' for none. */
  readonly object: string;
  readonly result: 'ok' | 'refused';
  /** Few short facts for people. */
  readonly detail: Readonly<Record<string, string>>;
  /** SHA-256 of the object's canonical content before and after; '' when there is none. */
  readonly before: string;
  readonly after: string;
  /** Hash of the entry before; of the log's name for the first. */
  readonly prev: string;
}
/** An entry before it has its place. */
export type AuditRecord = Omit<AuditEntry, 'v' | 'seq' | 'prev'>;

export const entryBytesMax = 8_192;
export const detailMax = 12;

const hashOrEmpty = /^([0-9a-f]{64})?$/;
/** Within what a database's timestamps and whole numbers hold. */
const digits = /^(0|[1-9]\d{0,14})$/;
/** One line of text for people: nothing that breaks lines or turns the writing direction. */
const line = (max: number): RegExp =>
  new RegExp(`^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]{0,${max}}$`, 'u');
const detailName = /^[a-z][A-Za-z0-9]{0,31}$/;
const detailValue = line(300);

const patterns: Readonly<Record<Exclude<keyof AuditEntry, 'detail'>, RegExp>> = {
  v: /^1$/,
  seq: digits,
  time: digits,
  workspace: /^([1-9]\d{0,17})?$/,
  actor: /^(system|nobody|(user|member|signer):[A-Za-z0-9._:-]{1,64})$/,
  key: /^[A-Za-z0-9._:-]{0,1364}$/,
  network: /^[0-9A-Za-z.:%]{0,64}$/,
  agent: line(300),
  action: /^[a-z][A-Za-z0-9]{0,31}\.[a-z][A-Za-z0-9]{0,31}$/,
  object: /^[A-Za-z0-9._:/-]{0,160}$/,
  result: /^(ok|refused)$/,
  before: hashOrEmpty,
  after: hashOrEmpty,
  prev: /^[0-9a-f]{64}$/,
};
const names = [...Object.keys(patterns), 'detail'].sort();

function checkDetail(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AuditError('badEntry', 'detail');
  const pairs = Object.entries(value);
  if (pairs.length > detailMax) throw new AuditError('badEntry', 'detail');
  for (const [name, text] of pairs)
    if (!detailName.test(name) || typeof text !== 'string' || !detailValue.test(text))
      throw new AuditError('badEntry', 'detail');
}

/** @throws AuditError badEntry, naming the field, for anything that is not exactly an entry */
export function checkEntry(value: unknown): AuditEntry {
  if (typeof value !== 'object' || value === null) throw new AuditError('badEntry', '');
  const fields = value as Record<string, unknown>;
  if (Object.keys(fields).sort().join() !== names.join()) throw new AuditError('badEntry', 'fields');
  for (const [name, pattern] of Object.entries(patterns)) {
    const text = fields[name];
    if (typeof text !== 'string' || !pattern.test(text)) throw new AuditError('badEntry', name);
  }
  checkDetail(fields.detail);
  return value as AuditEntry;
}

/** RFC 8785 text of an entry: what is hashed, stored and exported. @throws AuditError */
export function entryText(entry: AuditEntry): string {
  const text = canonicalText({ ...checkEntry(entry) } as unknown as Canonical);
  if (utf8ToBytes(text).length > entryBytesMax) throw new AuditError('badEntry', 'size');
  return text;
}

/** Can this be an entry, whatever its place? @throws AuditError badEntry */
export const checkRecord = (record: AuditRecord): void =>
  void entryText({ ...record, v: '1', seq: '0', prev: '0'.repeat(64) });

/** The entry's hash, hex: the Merkle leaf hash over its text, so that chain and tree commit to the same thing. */
export const entryHash = (text: string): string => bytesToHex(leafHash(utf8ToBytes(text)));

/** What the first entry is chained to: the log's name. */
export const chainStart = (log: string): string => bytesToHex(sha256(utf8ToBytes(`holdfast/audit/v1\0${log}`)));

/** Reads a stored or exported entry; it must be canonical. @throws AuditError | PolicyError */
export const parseEntry = (text: string): AuditEntry => checkEntry(parseCanonical(text, entryBytesMax));
