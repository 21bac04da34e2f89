import { describe, expect, it } from 'vitest';
import { allFirst, type Findings, findingsByRow } from './view.ts';

const findings = (first_times: number[], faulty: number[] = []): Findings => ({
  errors: faulty.map((row) => ({ row, field: 'amount', code: 200_001, msg: 'no amount', address: null })),
  duplicates: [],
  white_misses: [],
  cooling: [],
  look_alikes: [],
  first_times,
  unseen: [],
  problem: { code: 0, msg: '' },
  fee: null,
  available: '1',
  approval_needed: true,
  need_approve: { needed: false, allowance: '0', spender: '', order: null },
});
const marked = (found: Findings, rows: number): number[] =>
  Array.from({ length: rows }, (_, at) => at + 1).filter((row) => findingsByRow(found, rows)(row).first);

describe('that a payee was never paid before', () => {
  it('is said once where it is so of all sound rows', () => {
    const found = findings([1, 2], [3]);
    expect(allFirst(found, 3)).toBe(true);
    expect(marked(found, 3)).toEqual([]);
  });

  it('is said at its row where others were paid before, and at a row that is alone', () => {
    expect(marked(findings([2]), 3)).toEqual([2]);
    expect(marked(findings([1, 3], [2]), 4)).toEqual([1, 3]);
    expect(marked(findings([1]), 1)).toEqual([1]);
  });
});
