import { expect, test } from 'vitest';
import {
  checkpointLine,
  checkpointNote,
  type ExportVerdict,
  entryHash,
  entryLine,
  entryText,
  keyText,
  parseEntry,
  parseNote,
  verifyExport,
} from '../src/index.ts';
import { allKeys, madeLog, record, server, witnesses } from './made-log.ts';

const count = 40;
const records = Array.from({ length: count }, (_, seq) => record(seq));
const marks = new Map([
  [10, [0, 1]],
  [25, [0]],
  [40, [0, 1]],
]);
const made = madeLog(records, marks);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const wrong = (verdict: ExportVerdict) => (verdict.ok ? 'accepted' : `${verdict.fault} ${verdict.entry}`);
/** Lines of the file: 0 is the head, then entries with a checkpoint line behind 10, 25 and 40. */
const lineOf = (entry: number): number => 1 + entry + [...marks.keys()].filter((size) => size <= entry).length;

test('a whole log is accepted, and every signer is named with how far it has seen', () => {
  const verdict = verifyExport(made.text, { keys: allKeys });
  expect(verdict).toMatchObject({ ok: true, log: server.name, size: count });
  expect(
    verdict.ok && verdict.signers.map(({ role, pinned, size, checkpoints }) => [role, pinned, size, checkpoints]),
  ).toEqual([
    ['log', true, 40, 3],
    ['witness', true, 40, 3],
    ['witness', true, 40, 2],
  ]);
});

test('without keys the file is checked against itself, and no signer counts as known', () => {
  const verdict = verifyExport(made.text);
  expect(verdict.ok && verdict.signers.every(({ pinned }) => !pinned)).toBe(true);
});

test('a log that ends earlier is accepted only while no later checkpoint of it is known', () => {
  const short = madeLog(records.slice(0, 25), marks);
  // The second witness signed only at 10, so it stands at 10 here.
  expect(verifyExport(short.text, { keys: allKeys })).toMatchObject({ ok: true, size: 25 });
  const kept = made.notes.get(40) ?? '';
  expect(wrong(verifyExport(short.text, { keys: allKeys, checkpoints: [kept] }))).toBe('truncated 25');
});

test('the first entry that is wrong is named', () => {
  const at = (entry: number, change: (line: string) => string): string => {
    const lines = [...made.lines];
    lines[lineOf(entry)] = change(lines[lineOf(entry)] ?? '');
    return textOf(lines);
  };
  expect(wrong(verifyExport(at(17, (line) => line.replace('entry 17', 'entry 71'))))).toBe('hash 17');
  expect(wrong(verifyExport(at(17, () => 'nonsense')))).toBe('badLine 17');
  const rehashed = at(17, (line) => {
    const entry = parseEntry(entryTextOf(line).replace('entry 17', 'entry 71'));
    return entryLine(entryText(entry), entryHash(entryText(entry)));
  });
  expect(wrong(verifyExport(rehashed))).toBe('chain 17');
  expect(wrong(verifyExport(textOf(made.lines.filter((_, i) => i !== lineOf(30)))))).toBe('sequence 30');
  const swapped = [...made.lines];
  [swapped[lineOf(5)], swapped[lineOf(6)]] = [swapped[lineOf(6)] ?? '', swapped[lineOf(5)] ?? ''];
  expect(wrong(verifyExport(textOf(swapped)))).toBe('sequence 5');
});
const entryTextOf = (line: string): string => /^\{"entry":(.*),"hash":"[0-9a-f]{64}"\}$/.exec(line)?.[1] ?? '';

test('a log written anew behind a signed checkpoint is found out by that checkpoint', () => {
  const other = records.map((each, seq) => (seq === 30 ? record(30, { actor: 'user:9' }) : each));
  const forged = madeLog(other, marks);
  // The server's own key signs anything; the witnesses' signatures it cannot make.
  const lines = forged.lines.map((line, i) => (i === forged.lines.length - 1 ? (made.lines.at(-1) ?? '') : line));
  expect(wrong(verifyExport(textOf(lines), { keys: allKeys }))).toBe('root 25');
  const unwitnessed = madeLog(other, new Map([[40, []]]), [server]);
  expect(wrong(verifyExport(unwitnessed.text, { keys: allKeys }))).toBe('notWitnessed 0');
  const kept = { keys: allKeys, checkpoints: [made.notes.get(10) ?? '', made.notes.get(40) ?? ''] };
  expect(wrong(verifyExport(forged.text, kept))).toBe('forked 10');
});

test('a file that was cut off, or that ends with entries nobody signed for, is not accepted', () => {
  expect(wrong(verifyExport(textOf(made.lines.slice(0, -1)), { keys: allKeys }))).toBe('unsigned 25');
  expect(wrong(verifyExport(made.text.slice(0, -1)))).toMatch(/^badLine/);
  expect(wrong(verifyExport(made.text.slice(0, -40)))).toMatch(/^badLine/);
  expect(wrong(verifyExport(''))).toBe('badHead null');
  expect(wrong(verifyExport(textOf(made.lines.slice(0, 1))))).toBe('unsigned 0');
});

test('checkpoints by other keys, with unknown signatures, doubled or out of place are not accepted', () => {
  expect(
    wrong(verifyExport(made.text, { keys: [keyText({ ...server, publicKey: new Uint8Array(32).fill(3) })] })),
  ).toBe('otherKey null');
  const [first, ...rest] = madeLog(records, marks, [server]).lines;
  expect(wrong(verifyExport(textOf([first ?? '', ...rest])))).toBe('unknownSigner 0');
  const twice = [...made.lines];
  twice.splice(lineOf(10), 0, made.lines[lineOf(10) - 1] ?? '');
  expect(wrong(verifyExport(textOf(twice)))).toBe('misplaced 10');
  const late = [...made.lines];
  late.splice(lineOf(12), 0, made.lines[lineOf(10) - 1] ?? '');
  expect(wrong(verifyExport(textOf(late)))).toBe('misplaced 10');
  expect(wrong(verifyExport(textOf(made.lines.filter((_, i) => i !== lineOf(25) - 1))))).toBe('misplaced 10');
  const note = parseNote(made.notes.get(40) ?? '');
  const unsigned = checkpointNote(
    { origin: server.name, size: 40, root: new Uint8Array(32) },
    note.signatures.slice(1),
  );
  expect(wrong(verifyExport(textOf([...made.lines.slice(0, -1), checkpointLine(unsigned, 2)])))).toBe(
    'badSignature 25',
  );
});

test('a kept checkpoint counts only when a known key signed it', () => {
  const kept = made.notes.get(40) ?? '';
  const other = keyText({ ...server, publicKey: new Uint8Array(32).fill(3) });
  expect(() => verifyExport(made.text, { keys: [other], checkpoints: [kept] })).toThrow('badSignature');
  expect(verifyExport(made.text, { keys: [keyText(witnesses[1] ?? server)], checkpoints: [kept] })).toMatchObject({
    ok: true,
  });
});

test.each([
  ['a number', { seq: 1 }],
  ['an unknown field', { extra: '' }],
  ['a line break', { agent: 'a\nb' }],
  ['a turned writing direction', { detail: { note: '\u202eevil' } }],
  ['an action that is no name', { action: 'Drop' }],
  ['an endless object', { object: 'x'.repeat(161) }],
  ['detail that is no text', { detail: { n: 1 } }],
  ['too much detail', { detail: Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`k${i}`, ''])) }],
])('an entry with %s cannot be written', (_, over) => {
  expect(() => entryText({ ...record(0), prev: '0'.repeat(64), ...over } as never)).toThrow('badEntry');
});
