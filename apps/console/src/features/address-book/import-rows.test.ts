import { byteOrderMark, csvLine } from '@holdfast/contract/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsToMend, faultyFile, importColumns, importTemplate, parseImport, rowsOf } from './import-rows.ts';
import type { Chain } from './view.ts';

const chains = [
  { chain: 'evm:1', name: 'Ethereum', family: 'evm', calls: true, address_pattern: '^0x[0-9a-fA-F]{40}$' },
  {
    chain: 'bitcoin:main',
    name: 'Bitcoin',
    family: 'bitcoin',
    calls: false,
    address_pattern: '^(bc|tb|bcrt)1[0-9a-z]{8,86}$',
  },
] satisfies Chain[];
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

type Book = keyof typeof importColumns;
function readImport(text: string, among: readonly Chain[], book: Book) {
  const file = parseImport(text, book);
  return 'cells' in file ? { rows: rowsOf(file.cells, among, book) } : file;
}

/** What an import makes of payees that were exported. */
function again(payees: readonly { label: string; memo: string; note: string }[]) {
  const lines = payees.map(({ label, memo, note }) => csvLine([label, address, 'evm:1', memo, 'ETH', note]));
  const read = readImport([byteOrderMark, csvLine(importColumns.own), ...lines].join(''), chains, 'own');
  return 'rows' in read ? read.rows.map(({ item: { label, memo, note } }) => ({ label, memo, note })) : read.problem;
}

it('the network of a row that names none is told by its address, in any of the forms that it may have', () => {
  const [tron, ton] = ['^T[1-9A-HJ-NP-Za-km-z]{33}$', '^(0:[0-9a-fA-F]{64}|[EUk0]Q[A-Za-z0-9_/+-]{46})$'];
  const all = [
    ...chains,
    { chain: 'tron:main', name: 'Tron', family: 'tron', calls: false, address_pattern: tron },
    { chain: 'ton:-239', name: 'TON', family: 'ton', calls: false, address_pattern: ton },
  ];
  const networkOf = (of: string): string => {
    const read = readImport(['label,address', `Payee,${of}`].join('\n'), all, 'own');
    return 'rows' in read ? read.rows.map(({ item }) => item.chains.join()).join() : read.problem;
  };
  expect(networkOf(address)).toBe('evm:1');
  expect(networkOf('TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8')).toBe('tron:main');
  for (const form of [
    '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e',
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF',
    'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
  ])
    expect(networkOf(form)).toBe('ton:-239');
});

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

it.each(['workspace', 'own'] as const)('the file to begin with can be read: %s', (book) => {
  const read = readImport(importTemplate('=1+1', book), chains, book);
  expect('rows' in read && read.rows.map(({ item }) => [item.label, item.symbols])).toEqual([
    ['=1+1', ['ETH', 'USDC']],
    ['=1+1', []],
  ]);
});

it.each<[address: string, network: string, chains: string[], faults: string[]]>([
  [address, '', ['evm:1'], []],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', '', ['bitcoin:main'], []],
  ['not an address', '', [], ['address']],
  [address, 'bitcoin', ['bitcoin:main'], []],
  [address, 'Ethereum', ['evm:1'], []],
  [address, 'dogecoin', [], ['network']],
])('%s with the network "%s" is for %j', (text, network, expected, faults) => {
  const read = readImport(csvLine(importColumns.own) + csvLine(['A', text, network, '', '', '']), chains, 'own');
  expect('rows' in read && read.rows[0]).toMatchObject({ item: { chains: expected }, faults });
});

describe('who is behind an address', () => {
  /** What an import makes of these cells. */
  const read = (
    beneficiary: string,
    provider: string,
    self_hosted: string,
    book: 'workspace' | 'own' = 'workspace',
  ) => {
    const line = csvLine(['A', address, 'evm:1', '', '', beneficiary, provider, self_hosted]);
    const found = readImport(csvLine(importColumns.workspace) + line, chains, book);
    return 'rows' in found ? found.rows.map(({ item, faults }) => ({ owner: item.owner, faults }))[0] : found.problem;
  };

  it.each<[[string, string, string], object | undefined]>([
    [['=Acme', "+Bank 'n'", 'no'], { name: '=Acme', vasp: "+Bank 'n'", self_hosted: 0 }],
    [['Acme', '', ''], { name: 'Acme', vasp: '', self_hosted: 0 }],
    [['Ada', '', 'YES'], { name: 'Ada', vasp: '', self_hosted: 1 }],
    [['', '', ''], undefined],
  ])('is read from %j', (cells, owner) => {
    expect(read(...cells)).toEqual({ owner, faults: [] });
  });

  it.each([
    ['a provider of nobody', ['', 'Bank', '']],
    ['keys of nobody', ['', '', 'yes']],
    ['a provider of whoever holds the keys', ['Ada', 'Bank', 'yes']],
    ['a word that is neither yes nor no', ['Ada', '', 'maybe']],
    ['a name too long', ['x'.repeat(65), '', '']],
    ['a provider too long', ['Ada', 'x'.repeat(65), '']],
  ] as const)('cannot be %s', (_, [name, provider, self_hosted]) => {
    expect(read(name, provider, self_hosted)).toMatchObject({ faults: ['owner'] });
    // One's own book keeps nothing of it.
    expect(read(name, provider, self_hosted, 'own')).toEqual({ owner: undefined, faults: [] });
  });
});

describe('rows with faults', () => {
  const file = parseImport(
    csvLine(importColumns.workspace) + csvLine(['', '0x12', 'dogecoin', '=1', '', '', 'Bank', '']),
    'workspace',
  );
  const cells = 'cells' in file ? file.cells : [];

  it('are mended in the cells that are at fault', () => {
    const [row] = rowsOf(cells, chains, 'workspace');
    expect(columnsToMend(row?.faults ?? [], 'workspace')).toEqual([
      'label',
      'network',
      'beneficiary',
      'provider',
      'self_hosted',
    ]);
    const [first = {}] = cells;
    const better = { ...first, label: 'A', address, network: 'evm:1', beneficiary: 'Acme' };
    expect(rowsOf([better], chains, 'workspace')[0]?.faults).toEqual([]);
  });

  it('go into a file that says what is wrong, and is read in again as it was', () => {
    const text = faultyFile([{ cells: cells[0] ?? {}, fault: '=What to do' }], 'workspace');
    expect(text).toContain("'=What to do");
    expect(parseImport(text, 'workspace')).toEqual(file);
  });
});

describe('a column', () => {
  const columns = (headings: string[], cells: readonly string[] = headings.map(() => 'x'), book: Book = 'workspace') =>
    parseImport(csvLine(['label', 'address', ...headings]) + csvLine(['A', address, ...cells]), book);

  it.each(['network', 'chain', 'Chain', ' Blockchain ', '网络', '链'])('called %s is the network', (heading) => {
    expect(columns([heading], ['foo:1'])).toMatchObject({ cells: [{ network: 'foo:1' }], unread: [] });
  });

  it.each<[string, string[], object[]]>([
    ['of no known name', ['colour'], [{ heading: 'colour' }]],
    ['with a slip', ['netwrok'], [{ heading: 'netwrok', near: 'network' }]],
    ['in the singular', ['coin'], [{ heading: 'coin', near: 'coins' }]],
    ['near one that is there already', ['network', 'networks'], [{ heading: 'networks' }]],
    ['that means one that is there already', ['network', 'chain'], [{ heading: 'chain' }]],
    [
      'that means the same as another',
      ['chain', '链'],
      [
        { heading: 'chain', near: 'network' },
        { heading: '链', near: 'network' },
      ],
    ],
    ['of the other book', ['note'], [{ heading: 'note' }]],
    ['without a heading', [''], [{ heading: '' }]],
    ['that our own files have', ['type', 'status', 'payable_from', 'last_paid_at', 'payments', 'fault'], []],
  ])('%s is told when it is not read', (_, headings, unread) => {
    expect(columns(headings)).toMatchObject({ unread });
  });

  it('in which nothing stands is missed by nobody', () => {
    expect(columns(['colour', ''], ['', ' '])).toMatchObject({ unread: [] });
  });
});

it.each<[string, string, string[]]>([
  ['the very same text', address, ['twice']],
  // A slip, or the same address without its checksum: the server tells which.
  ['one wrong capital', address.replace('C5', 'c5'), []],
  ['no capitals', address.toLowerCase(), []],
])('of two rows, the second is the first again with %s here', (_, second, faults) => {
  const lines = [address, second].map((text) => csvLine(['A', text]));
  const read = readImport(csvLine(['label', 'address']) + lines.join(''), chains, 'own');
  expect('rows' in read && read.rows.map((row) => row.faults)).toEqual([[], faults]);
});
