import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import {
  type AuditError,
  checkpointNote,
  cosignCheckpoint,
  keyText,
  logKey,
  openCheckpoint,
  parseKey,
  parseNote,
  signCheckpoint,
  verifySignature,
  witnessKey,
} from '../src/index.ts';

const seed = (n: number): Uint8Array => new Uint8Array(32).fill(n);
const log = logKey(ed25519.getPublicKey(seed(1)));
const witness = witnessKey('1', ed25519.getPublicKey(seed(2)));
const checkpoint = { origin: log.name, size: 12, root: new Uint8Array(32).fill(7) };
const signed = checkpointNote(checkpoint, [
  signCheckpoint(checkpoint, log, seed(1)),
  cosignCheckpoint(checkpoint, witness, seed(2), 1_700_000_000),
]);
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return (error as AuditError).code;
  }
};

test("the published example of Go's note package verifies, and its key is read and written", () => {
  const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const source = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
  const note = parseNote(source);
  const key = parseKey(vkey);
  expect(keyText(key)).toBe(vkey);
  expect(note.signatures.map((signature) => verifySignature(note.text, signature, key))).toEqual([true]);
  expect(note.signatures.map((signature) => verifySignature(`${note.text}.`, signature, key))).toEqual([false]);
});

test('a checkpoint carries the signatures of the log and of its witnesses', () => {
  const { checkpoint: read, by, unknown } = openCheckpoint(signed, [log, witness]);
  expect(read).toEqual(checkpoint);
  expect(by).toEqual([log, witness]);
  expect(unknown).toEqual([]);
  expect(openCheckpoint(signed, [log]).unknown.map(({ name }) => name)).toEqual([witness.name]);
});

test("a witness's signature covers its time", () => {
  const later = cosignCheckpoint(checkpoint, witness, seed(2), 1_700_000_001);
  const [, original] = parseNote(signed).signatures;
  const moved = Uint8Array.from([...later.body.subarray(0, 8), ...(original?.body.subarray(8) ?? [])]);
  const { text } = parseNote(signed);
  expect(verifySignature(text, later, witness)).toBe(true);
  expect(verifySignature(text, { ...later, body: moved }, witness)).toBe(false);
});

test('a signature made as another kind of signature does not hold', () => {
  const { text } = parseNote(signed);
  const plain = { ...witness, type: log.type };
  const asNote = signCheckpoint(checkpoint, plain, seed(2));
  expect(verifySignature(text, asNote, plain)).toBe(true);
  expect(verifySignature(text, asNote, witness)).toBe(false);
});

test.each([
  ['no signatures', signed.split('\n\n')[0] ?? ''],
  ['no last line feed', signed.slice(0, -1)],
  ['a hyphen for the dash', signed.replaceAll('— ', '- ')],
  ['an empty line among the signatures', signed.replace('\n— holdfast.signer', '\n\n— holdfast.signer')],
  ['base64 that is not canonical', signed.replace(/=\n/, '\n')],
  ['a carriage return', signed.replace('\n', '\r\n')],
  ['a leading zero in the size', signed.replace('\n12\n', '\n012\n')],
  ['a fourth line', signed.replace('\n\n', '\nmore\n\n')],
  ['nothing', ''],
])('a checkpoint with %s is refused', (_, source) => {
  expect(codeOf(() => openCheckpoint(source, [log, witness]))).toMatch(/^bad(Note|Checkpoint)$/);
});

test('a wrong or doubled signature by a known key is refused', () => {
  const other = { ...checkpoint, size: 13 };
  const swapped = checkpointNote(other, parseNote(signed).signatures);
  expect(codeOf(() => openCheckpoint(swapped, [log]))).toBe('badSignature');
  const [first] = parseNote(signed).signatures;
  const doubled = checkpointNote(checkpoint, first ? [first, first] : []);
  expect(codeOf(() => openCheckpoint(doubled, [log]))).toBe('badSignature');
});

test.each(['', 'a+b+c', 'x+00000000+AAAA', keyText(log).replace(/\+[0-9a-f]{8}\+/, '+00000000+'), `${keyText(log)}A`])(
  'the key text %j is refused',
  (text) => {
    expect(codeOf(() => parseKey(text))).toMatch(/^bad(Key|Note)$/);
  },
);

test('a name that is hashed into the key id cannot be exchanged', () => {
  expect(codeOf(() => parseKey(keyText(log).replace('holdfast', 'holdfasu')))).toBe('badKey');
  expect(utf8ToBytes(keyText(log)).length).toBeGreaterThan(64);
});
