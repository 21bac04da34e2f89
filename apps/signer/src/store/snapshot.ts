import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Identity, identityFromJson } from '@holdfast/channel';
import { domainDigest } from '@holdfast/policy';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SignerState } from '../state/state.ts';
import { codeHash } from './code.ts';
import { nextSpan, readerOf, readRecord, type Span } from './records.ts';
import { partsOf, restore } from './state-parts.ts';
import { syncFolder, type Vault } from './vault.ts';

/**
 * The state as the first `size` records give it, so that a start need not read them again. It replaces nothing: the records stay, and a release that
 * keeps its state otherwise reads them all once more. A file is `root (32) ‖ boxes`, each `length (4) ‖ XChaCha20-Poly1305 box` under associated data that
 * names store, size, root and the box's place, so that none can be moved, left out, or taken from another history; the last one holds a signature by the
 * signer's identity over all before.
 */
export interface Snapshot {
  readonly size: number;
  /** Hash over the first `size` records. */
  readonly root: Uint8Array;
  /** Roots at the ends of the segments, by size, hex: what older records are proven by. */
  readonly roots: ReadonlyMap<number, string>;
}

interface Seal {
  readonly boxes: number;
  /** `codeHash` of the release that wrote it. */
  readonly code: string;
  readonly roots: readonly (readonly [number, string])[];
  readonly signature: string;
}

export class SnapshotTampered extends Error {
  constructor(file: string, options: ErrorOptions) {
    super(`The snapshot ${file} was altered. The signer does not start from it.`, options);
  }
}

const pattern = /^snapshot-(\d{12})$/;
const rootLength = 32;
const lengthBytes = 4;
const nameOf = (size: number): string => `snapshot-${String(size).padStart(12, '0')}`;

/** Sizes of the snapshots that there are, the newest first. */
export const listSnapshots = (dir: string): readonly number[] =>
  readdirSync(dir)
    .flatMap((name) => pattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);

const purposeOf = (size: number, root: Uint8Array, box: number): Uint8Array =>
  concatBytes(utf8ToBytes(`snapshot|${size}|${box}|`), root);

const digestOf = (store: string, { size, root }: Pick<Snapshot, 'size' | 'root'>, hash: string): Uint8Array =>
  domainDigest('holdfast/snapshot/v1', { store, size: String(size), root: bytesToHex(root), hash });

function identityOf(state: SignerState): Identity {
  if (state.identity === undefined) throw new Error('the state holds no identity');
  return identityFromJson(state.identity);
}

/** Writes it whole or not at all, and only then takes the earlier ones away. */
export function writeSnapshot(dir: string, vault: Vault, snapshot: Snapshot, state: SignerState): void {
  const { size, root } = snapshot;
  const file = join(dir, nameOf(size));
  const fd = openSync(`${file}.new`, 'w', 0o600);
  const hash = createHash('sha256');
  let boxes = 0;
  const write = (text: string): void => {
    const sealed = vault.seal(purposeOf(size, root, boxes), utf8ToBytes(text));
    const length = new Uint8Array(lengthBytes);
    new DataView(length.buffer).setUint32(0, sealed.length);
    const box = concatBytes(length, sealed);
    hash.update(box);
    writeFileSync(fd, box);
    boxes += 1;
  };
  try {
    writeFileSync(fd, root);
    for (const part of partsOf(state)) write(part);
    const signature = ed25519.sign(
      digestOf(vault.store, snapshot, hash.copy().digest('hex')),
      identityOf(state).sign.secret,
    );
    const roots = [...snapshot.roots];
    const seal: Seal = { boxes, code: codeHash(), roots, signature: bytesToHex(signature) };
    write(JSON.stringify(seal));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${file}.new`, file);
  syncFolder(dir);
  for (const older of listSnapshots(dir)) if (older < size) rmSync(join(dir, nameOf(older)));
}

/** A box holds whole entries, and one of those may be of any size: all payments of a wallet within a day are one. */
function boxesIn(fd: number): Span[] {
  const { size } = fstatSync(fd);
  const spans: Span[] = [];
  const read = readerOf(fd);
  let at = rootLength;
  for (let span = nextSpan(read, size, at, 0, size); span; span = nextSpan(read, size, at, 0, size)) {
    spans.push(span);
    at = span.end;
  }
  return spans;
}

interface Opening {
  readonly fd: number;
  readonly vault: Vault;
  readonly size: number;
  readonly root: Uint8Array;
}

const openBox = ({ vault, size, root }: Opening, box: Uint8Array, place: number): string =>
  new TextDecoder().decode(vault.open(purposeOf(size, root, place), box.subarray(lengthBytes)));

/** What is in the boxes, read as it is asked for: a large state is never in memory twice. The hash hears of each. */
function* textsIn(opening: Opening, boxes: readonly Span[], hash: Hash): Generator<string> {
  for (const [place, span] of boxes.entries()) {
    const box = readRecord(readerOf(opening.fd), span);
    hash.update(box);
    yield openBox(opening, box, place);
  }
}

/** @throws Error for whatever is not as it was written */
function readFrom(opening: Opening): { readonly snapshot: Snapshot; readonly state: SignerState } | undefined {
  const { fd, vault, size, root } = opening;
  readSync(fd, root, 0, rootLength, 0);
  const boxes = boxesIn(fd);
  const last = boxes.pop();
  if (!last) throw new Error('it holds nothing');
  const seal = JSON.parse(openBox(opening, readRecord(readerOf(fd), last), boxes.length)) as Seal;
  if (seal.boxes !== boxes.length) throw new Error('it does not hold what it says');
  if (seal.code !== codeHash()) return undefined;
  const hash = createHash('sha256');
  const state = restore(textsIn(opening, boxes, hash));
  const snapshot = { size, root, roots: new Map(seal.roots) };
  const digest = digestOf(vault.store, snapshot, hash.digest('hex'));
  if (!ed25519.verify(hexToBytes(seal.signature), digest, identityOf(state).sign.public))
    throw new Error("its signature is not this signer's");
  return { snapshot, state };
}

/**
 * Reads the state of one. @returns undefined when it was written by another release: then the records say it
 * @throws SnapshotTampered
 */
export function readSnapshot(dir: string, vault: Vault, size: number): ReturnType<typeof readFrom> {
  const file = join(dir, nameOf(size));
  const fd = openSync(file, 'r');
  try {
    return readFrom({ fd, vault, size, root: new Uint8Array(rootLength) });
  } catch (cause) {
    throw new SnapshotTampered(file, { cause });
  } finally {
    closeSync(fd);
  }
}

/** What a crash left behind while one was written. */
export function sweepSnapshots(dir: string): void {
  for (const name of readdirSync(dir))
    if (name.startsWith('snapshot-') && name.endsWith('.new') && existsSync(join(dir, name))) rmSync(join(dir, name));
}
