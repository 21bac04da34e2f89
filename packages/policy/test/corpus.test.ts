import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as ours from '../src/index.ts';
import { presentIndex } from './corpus/present.ts';
import { corpus } from './corpus/read.ts';

/**
 * Every document that was ever signed. What is in `corpus/index.txt` never changes and never goes: a new version of the code adds vectors, and adds their
 * lines at the end of it. Whoever finds this test failing has made something unreadable that members signed.
 */
describe('the corpus of what was ever signed', () => {
  it('has everything it ever had, byte for byte', () => {
    const present = new Set(presentIndex());
    const index = readFileSync(new URL('corpus/index.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    expect(index.filter((line) => !present.has(line))).toEqual([]);
    expect([...present].filter((line) => !index.includes(line))).toEqual([]);
  });

  it('reads, hashes and judges as on the day it was signed', () => {
    const entries = [...corpus(ours)];
    for (const { name, expected, found } of entries)
      expect({ name, found: found() }).toEqual({ name, found: expected });
    expect(entries.length).toBeGreaterThanOrEqual(740);
  });
});
