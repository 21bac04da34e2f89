import { expect, it } from 'vitest';
import { csvLine, fileName, readCell, safeCell } from '../src/csv.ts';

/** Reads RFC 4180, written apart from what it checks. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++];
    rows.at(-1)?.push(cell);
    if (text[at] === ',' && at + 1 < text.length) at += 1;
    else {
      at += 2;
      if (at < text.length) rows.push([]);
    }
  }
  return rows;
}

const hostile = [
  '=1+1',
  '+1',
  '-A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =HYPERLINK("x")',
  '\uFF1D1+1',
  '-1+2',
  '--1',
];

it('a cell that a spreadsheet would compute becomes text', () => {
  for (const text of hostile) expect(safeCell(text)).toBe(`'${text}`);
});

it('numbers and ordinary words stay as they are, digit by digit', () => {
  for (const text of ['-1', '-0.5', '0.000000000000000001', '99999999999999999999.123456789012345678', '', 'a=b', '٣'])
    expect(safeCell(text)).toBe(text);
});

it('what is written is read back cell by cell, whatever is in it', () => {
  const rows = [['plain', 'with, comma', 'say "so"', 'two\r\nlines', '中文', '\u202Eابجد', ' edges '], hostile];
  expect(parse(rows.map(csvLine).join(''))).toEqual(rows.map((row) => row.map(safeCell)));
});

it('every cell is quoted: none can be cut at the separator of another country', () => {
  expect(csvLine(['rent;=HYPERLINK(A1)', 'a\t=1', ''])).toBe('"rent;=HYPERLINK(A1)","a\t=1",""\r\n');
});

it('an apostrophe is put before a formula, and only that one is taken off again', () => {
  const pairs = [
    ['+49 170', "'+49 170"],
    ['\uFF1Dpay', "'\uFF1Dpay"],
    ["'+49 170", "''+49 170"],
    ["'t Hooft", "'t Hooft"],
    ["'", "'"],
    ['-5.5', '-5.5'],
    ["'-5.5", "'-5.5"],
  ] as const;
  for (const [text, cell] of pairs) expect([safeCell(text), readCell(cell)]).toEqual([cell, text]);
});

it('random texts of dangerous characters come back whole, and none is left for a spreadsheet to compute', () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  let state = seed;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * most);
  };
  const marks = '=+-@\t\r\n",\' a1;\uFF0B\uFF0D\uFF1D\uFF20\u3000';
  for (let round = 0; round < 2_000; round += 1) {
    const row = Array.from({ length: 3 }, () =>
      Array.from({ length: below(8) }, () => marks[below(marks.length)] ?? '').join(''),
    );
    const [cells = []] = parse(csvLine(row));
    expect(cells.map(readCell), `seed ${seed}`).toEqual(row);
    for (const cell of cells)
      expect(/^\s*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/.test(cell) && !/^-?\d/.test(cell), `seed ${seed}: ${cell}`).toBe(
        false,
      );
  }
});

it('a file is named by its filter, and never by a path', () => {
  expect(fileName(['transactions', 'BTC', '2026-11-21'], 'csv')).toBe('transactions_BTC_2026-11-21.csv');
  expect(fileName(['交易', '../../etc/passwd', 'a:b*c'], 'csv')).toBe('交易_etc-passwd_a-b-c.csv');
  expect(fileName(['x'.repeat(400)], 'csv').length).toBeLessThanOrEqual(124);
});
