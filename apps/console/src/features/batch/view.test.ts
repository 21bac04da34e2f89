import { batchStatus } from '@holdfast/contract/batch';
import { describe, expect, it } from 'vitest';
import { allFirst, type Findings, findingsByRow, type Row, rowsAgain } from './view.ts';

const findings = (first_times: number[], faulty: number[] = []): Findings => ({
  errors: faulty.map((row) => ({ row, field: 'amount', code: 200_001, msg: 'no amount', address: null, link: null })),
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
  rules: null,
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

describe('of an ended batch may be asked for anew', () => {
  const row = (address: string, status: number): Row => ({
    ...{ row: 1, address, amount: '1', memo: '', remark: 'salary', seen: 1, status, txid: '', fail_reason: '' },
    ...{ label: '', own: null },
  });
  const addresses = (...list: Row[]) => rowsAgain(list).rows.map(({ address }) => address);

  it('what was not paid', () => {
    const list = [row('a', batchStatus.done), row('b', batchStatus.failed), row('c', batchStatus.refused)];
    expect([addresses(...list), rowsAgain(list).text]).toEqual([['b', 'c'], 'tools:batch.again']);
  });

  it('all of it, as a monthly payroll, where all was paid; each row is to be looked at anew', () => {
    const list = [row('a', batchStatus.done), row('b', batchStatus.done)];
    expect([addresses(...list), rowsAgain(list).text]).toEqual([['a', 'b'], 'tools:batch.repeat']);
    expect(rowsAgain(list).rows.map(({ seen, remark }) => [seen, remark])).toEqual([
      [0, 'salary'],
      [0, 'salary'],
    ]);
  });
});
