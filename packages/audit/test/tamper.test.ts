import { runsOf } from '@holdfast/testkit/runs';
import { expect, test } from 'vitest';
import { verifyExport } from '../src/index.ts';
import { allKeys, madeLog, record } from './made-log.ts';

/** Mulberry32: small, seeded, the same everywhere. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const trials = runsOf(2_000, 0.06);
const count = 16;
const marks = new Map([
  [5, [0]],
  [11, []],
  [16, [0, 1]],
]);
const records = Array.from({ length: count }, (_, seq) => record(seq));
const made = madeLog(records, marks);
const kept = [made.notes.get(5) ?? '', made.notes.get(count) ?? ''];
const lines = made.lines;
const textOf = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

/** Ends with a checkpoint wherever it ends. */
const shortened = (size: number): string => madeLog(records.slice(0, size), new Map([...marks, [size, [0, 1]]])).text;

type Tamper = (below: (n: number) => number) => string;
const tampers: Record<string, Tamper> = {
  'one bit turned': (below) => {
    const bytes = new TextEncoder().encode(made.text);
    const at = below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
    return new TextDecoder().decode(bytes);
  },
  'lines left out': (below) => {
    const from = below(lines.length);
    const many = 1 + below(Math.min(4, lines.length - from));
    return textOf(lines.filter((_, i) => i < from || i >= from + many));
  },
  'two lines exchanged': (below) => {
    const a = below(lines.length);
    const b = (a + 1 + below(lines.length - 1)) % lines.length;
    const copy = [...lines];
    [copy[a], copy[b]] = [lines[b] ?? '', lines[a] ?? ''];
    return textOf(copy);
  },
  'a line doubled': (below) => {
    const copy = [...lines];
    copy.splice(below(lines.length + 1), 0, lines[below(lines.length)] ?? '');
    return textOf(copy);
  },
  'cut behind a witnessed checkpoint': (below) => made.text.slice(0, below(made.text.length)),
  // Whole again and signed by the server's key, but shorter than what the witnesses have seen.
  'ended early by the server itself': (below) => shortened(below(count)),
  // The server rewrites one entry and all after it, and signs anew; the witnesses sign nothing for it.
  'a fork by the server itself': (below) => {
    const at = below(count);
    const other = records.map((each, seq) =>
      seq === at ? record(seq, { object: `order:${1_000 + below(9_000)}` }) : each,
    );
    return madeLog(other, someMarks(below)).text;
  },
  // One that was even witnessed, by keys stolen since: what was kept tells.
  'a fork with all signatures': (below) => {
    const at = below(count);
    return madeLog(
      records.map((each, seq) => (seq === at ? record(seq, { result: 'refused' }) : each)),
      marks,
    ).text;
  },
};
const someMarks = (below: (n: number) => number): Map<number, number[]> =>
  new Map([4, 9, count].map((size) => [size, below(2) === 0 ? [0, 1] : []]));

test(`of ${trials} changed logs none is accepted`, { timeout: 240_000 }, () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? 20_261_121);
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const options = { keys: allKeys, checkpoints: kept };
  expect(verifyExport(made.text, options)).toMatchObject({ ok: true });
  const names = Object.keys(tampers);
  const accepted: string[] = [];
  for (let trial = 0; trial < trials; trial++) {
    const name = names[trial % names.length] ?? '';
    const text = tampers[name]?.(below) ?? '';
    if (text !== made.text && verifyExport(text, options).ok) accepted.push(`${name}, trial ${trial}`);
  }
  expect(accepted, `seed ${seed}`).toEqual([]);
});
