import { expect, it } from 'vitest';
import { rowsOfCells } from './rows-of-text.ts';
import { cellsOfSheet, numberText } from './sheet-cells.ts';

it('a number of a workbook is written as spreadsheets show it: fifteen digits, never an exponent, nothing rounded beyond that', () => {
  const shown: readonly (readonly [number, string])[] = [
    [0.1 + 0.2, '0.3'],
    [1e-7, '0.0000001'],
    [1.5e-9, '0.0000000015'],
    [1e21, '1000000000000000000000'],
    [1.25e22, '12500000000000000000000'],
    [-2.5e-8, '-0.000000025'],
    [1234567.891, '1234567.891'],
    [0, '0'],
  ];
  for (const [value, text] of shown) expect(numberText(value)).toBe(text);
});

it('rows of a workbook are read as those of any file, and what is neither text nor number is nothing', () => {
  const read = cellsOfSheet([
    ['amount', 'address', 'note'],
    [0.25, 'payee one', new Date(0)],
    ['0.123456789012345678', '007', true],
    [null, null, null],
  ]);
  if ('problem' in read) throw new Error(read.problem);
  const rows = rowsOfCells(read.cells, false, new Set());
  expect('rows' in rows && rows.rows.map(({ address, amount }) => [address, amount])).toEqual([
    ['payee one', '0.25'],
    ['007', '0.123456789012345678'],
  ]);
  expect(cellsOfSheet(Array.from({ length: 2_001 }, () => []))).toEqual({ problem: 'tooMany' });
});
