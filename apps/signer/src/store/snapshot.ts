import { createHash } from 'node:crypto';
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
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Identity, identityFromJson } from '@holdfast/channel';
import { domainDigest } from '@holdfast/policy';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SignerState } from '../state/state.ts';
import { codeHash } from './code.ts';
import { nextSpan, readRecord } from './records.ts';
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
  constructor(file: string) {
    super(`The snapshot ${file} was altered. The signer does not start from it.`);
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
    writeSync(fd, box);
    boxes += 1;
  };
  try {
    writeSync(fd, root);
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

function* boxesIn(fd: number): Generator<Uint8Array> {
  const { size } = fstatSync(fd);
  let at = rootLength;
  for (let span = nextSpan(fd, size, at, 0); span; span = nextSpan(fd, size, at, 0)) {
    yield readRecord(fd, span);
    at = span.end;
  }
}

/** What is in the file, box after box; the hash is of all but the last. */
function readBoxes(fd: number, vault: Vault, size: number) {
  const root = new Uint8Array(rootLength);
  readSync(fd, root, 0, rootLength, 0);
  const hash = createHash('sha256');
  const texts: string[] = [];
  let before: Uint8Array | undefined;
  for (const box of boxesIn(fd)) {
    if (before) hash.update(before);
    const plain = vault.open(purposeOf(size, root, texts.length), box.subarray(lengthBytes));
    texts.push(new TextDecoder().decode(plain));
    before = box;
  }
  const seal = JSON.parse(texts.pop() ?? '{}') as Partial<Seal>;
  return { root, seal, texts, hash: hash.digest('hex') };
}

/**
 * Reads the state of one. @returns undefined when it was written by another release: then the records say it
 * @throws SnapshotTampered
 */
export function readSnapshot(
  dir: string,
  vault: Vault,
  size: number,
): { readonly snapshot: Snapshot; readonly state: SignerState } | undefined {
  const file = join(dir, nameOf(size));
  const fd = openSync(file, 'r');
  try {
    const { root, seal, texts, hash } = readBoxes(fd, vault, size);
    if (seal.boxes !== texts.length) throw new SnapshotTampered(file);
    if (seal.code !== codeHash()) return undefined;
    const state = restore(texts);
    const snapshot = { size, root, roots: new Map(seal.roots) };
    const digest = digestOf(vault.store, snapshot, hash);
    if (!ed25519.verify(hexToBytes(seal.signature ?? ''), digest, identityOf(state).sign.public))
      throw new SnapshotTampered(file);
    return { snapshot, state };
  } catch (error) {
    if (error instanceof SnapshotTampered) throw error;
    throw new SnapshotTampered(file);
  } finally {
    closeSync(fd);
  }
}

/** What a crash left behind while one was written. */
export function sweepSnapshots(dir: string): void {
  for (const name of readdirSync(dir))
    if (name.startsWith('snapshot-') && name.endsWith('.new') && existsSync(join(dir, name))) rmSync(join(dir, name));
}
