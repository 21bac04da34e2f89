import {
  append,
  checkpointNote,
  consistencyRanges,
  emptyFrontier,
  type Frontier,
  frontierRoot,
  keyText,
  leafHash,
  logKey,
  openCheckpoint,
  parseNote,
  parseSignatureLine,
  proofOf,
  signCheckpoint,
  witnessKey,
} from '@holdfast/audit';
import { newIdentity } from '@holdfast/channel';
import { ask, asked, call } from '@holdfast/testkit/signer';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pair, type Place, startPair, startPlace } from './harness.ts';

let pair: Pair;
let place: Place;
beforeAll(async () => {
  pair = await startPair();
  const [first] = pair.places;
  if (!first) throw new Error('no signer');
  place = first;
});
afterAll(() => pair.stop());

/** A log whose entries are `name 0`, `name 1`, …, kept whole. */
function logOf(name: (index: number) => string, size: number) {
  const rows: Uint8Array[][] = [];
  let frontier: Frontier = emptyFrontier;
  for (let i = 0; i < size; i++) {
    const hash = leafHash(utf8ToBytes(name(i)));
    const { next, completed } = append(frontier, hash);
    rows.push([hash, ...completed]);
    frontier = next;
  }
  const read = ({ level, index }: { level: number; index: number }): Uint8Array =>
    rows[(index + 1) * 2 ** level - 1]?.[level] ?? new Uint8Array(32);
  return {
    root: frontierRoot(frontier),
    proof: (from: number) => proofOf(consistencyRanges(from, size), read).map(bytesToHex),
  };
}
type Named = (index: number) => string;
const usual: Named = (i) => `entry ${i}`;
/** The same up to `at`, and different from there. */
const forkedAt =
  (at: number): Named =>
  (i) =>
    i < at ? usual(i) : `other ${i}`;

const key = () => logKey(pair.server.sign.public);
function noteOf(size: number, name: Named = usual, signer = pair.server): string {
  const checkpoint = { origin: key().name, size, root: logOf(name, size).root };
  return checkpointNote(checkpoint, [signCheckpoint(checkpoint, key(), signer.sign.secret)]);
}
const offer = (size: number, from: number, name: Named = usual) =>
  call(pair, place, 'witness', { checkpoint: noteOf(size, name), from, proof: logOf(name, size).proof(from) });
const own = () => witnessKey(place.id, hexToBytes(place.keys.identity));

test('a log that grows is cosigned by the identity key, step by step', async () => {
  for (const [size, from] of [
    [5, 0],
    [5, 5],
    [12, 5],
  ] as const) {
    const { cosignature } = await offer(size, from);
    const { text, signatures } = parseNote(noteOf(size));
    const head = { origin: key().name, size, root: logOf(usual, size).root };
    const checkpoint = checkpointNote(head, [...signatures, parseSignatureLine(String(cosignature))]);
    expect(openCheckpoint(checkpoint, [key(), own()]).by.map(keyText)).toEqual([key(), own()].map(keyText));
    expect(text).toContain(`\n${size}\n`);
  }
});

test('it says from where it wants the proof, and signs nothing until it has one', async () => {
  expect(await offer(20, 3)).toEqual({ size: 12 });
  expect((await offer(20, 12)).cosignature).toBeDefined();
});

test.each([
  ['a log that changed before what was seen', 25, 20, forkedAt(7)],
  ['another log of the same length', 20, 20, forkedAt(19)],
  ['a shorter log', 11, 20, usual],
  ['a log that is all other', 30, 20, forkedAt(0)],
] as const)('%s is refused, and leaves what was seen as it was', async (_, size, from, name) => {
  expect((await offer(size, from, name)).error?.code).toBe('logForked');
  expect(await offer(21, 3)).toEqual({ size: 20 });
});

test('a proof that proves nothing is refused', async () => {
  const proof = logOf(usual, 25)
    .proof(20)
    .map((hash) => hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')));
  for (const wrong of [[], proof, [...logOf(usual, 25).proof(20), '00'.repeat(32)]])
    expect((await call(pair, place, 'witness', { checkpoint: noteOf(25), from: 20, proof: wrong })).error?.code).toBe(
      'logForked',
    );
});

test('a checkpoint of another log, by another key, or no note at all is refused', async () => {
  const foreign = newIdentity();
  const other = { origin: logKey(foreign.sign.public).name, size: 25, root: logOf(usual, 25).root };
  const theirs = checkpointNote(other, [signCheckpoint(other, logKey(foreign.sign.public), foreign.sign.secret)]);
  const proof = logOf(usual, 25).proof(20);
  for (const checkpoint of [theirs, noteOf(25, usual, foreign), 'nothing', noteOf(25).split('\n\n')[0] ?? ''])
    expect((await call(pair, place, 'witness', { checkpoint, from: 20, proof })).error?.code).toBe('badCheckpoint');
  const long = { checkpoint: noteOf(25), from: 20, proof: Array.from({ length: 65 }, () => '00'.repeat(32)) };
  expect((await call(pair, place, 'witness', long)).error?.code).toBe('badRequest');
});

test('what was seen is remembered over a restart, and shown to anybody who asks at the origin', async () => {
  await place.signer?.stop();
  await startPlace(pair, place);
  expect((await offer(19, 20)).error?.code).toBe('logForked');
  const { checkpoint, size } = await asked<{ checkpoint: string; size: number }>(ask(place, 'GET', '/api/witnessed'));
  expect(size).toBe(20);
  expect(openCheckpoint(checkpoint, [own()])).toMatchObject({ checkpoint: { size: 20 }, by: [own()] });
});

test('the journal is not filled: only so many new checkpoints are taken at once', async () => {
  let size = 20;
  const grow = () => offer(size + 1, size);
  for (let reply = await grow(); reply.error === undefined; reply = await grow()) size += 1;
  expect((await grow()).error?.code).toBe('rateLimited');
  expect(size).toBeLessThan(150);
  pair.now += 60_000;
  expect((await grow()).cosignature).toBeDefined();
});
