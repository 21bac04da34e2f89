import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteOrderMark, csvLine } from '../../lib/export/csv.ts';
import { importColumns, importTemplate, readImport } from './import-rows.ts';
import type { Chain } from './view.ts';

const chains = [{ chain: 'evm:1', name: 'Ethereum', family: 'evm', assets: [] }] as unknown as Chain[];
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** What an import makes of payees that were exported. */
function again(payees: readonly { label: string; memo: string; note: string }[]) {
  const lines = payees.map(({ label, memo, note }) => csvLine([label, address, 'evm:1', memo, 'ETH', note]));
  const read = readImport([byteOrderMark, csvLine(importColumns), ...lines].join(''), chains);
  return 'rows' in read ? read.rows.map(({ item: { label, memo, note } }) => ({ label, memo, note })) : read.problem;
}

it('a payee that is exported and read in again is the same, memos that begin like formulas too', () => {
  const payees = [
    { label: '\uFF1DPay', memo: '+49 170', note: '=1+1' },
    { label: "'t Hooft", memo: "'+49 170", note: 'rent;=HYPERLINK(A1)' },
    { label: 'say "so"', memo: '-5', note: "'" },
  ];
  expect(again(payees)).toEqual(payees);
});

it('any text comes back as it went out, but for white space around it', () => {
  const mark = fc.constantFrom(...'=+-@\t\r\n"\',;|\uFF1D\uFF0B\uFF0D\uFF20 a1é🙂');
  const any = fc.oneof(
    fc.array(mark, { maxLength: 8 }).map((marks) => marks.join('')),
    fc.string({ unit: 'grapheme' }),
  );
  const payee = fc.record({ label: any, memo: any, note: any });
  fc.assert(
    fc.property(fc.array(payee, { minLength: 1, maxLength: 5 }), (payees) => {
      const trimmed = payees.map(({ label, memo, note }) => ({
        label: label.trim(),
        memo: memo.trim(),
        note: note.trim(),
      }));
      expect(again(payees)).toEqual(trimmed);
    }),
    { numRuns: 500 },
  );
});

it('the file to begin with can be read', () => {
  const read = readImport(importTemplate('=1+1'), chains);
  expect('rows' in read && read.rows.map(({ item }) => [item.label, item.symbols])).toEqual([
    ['=1+1', ['ETH', 'USDC']],
    ['=1+1', []],
  ]);
});
