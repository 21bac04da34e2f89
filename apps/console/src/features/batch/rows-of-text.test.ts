import { describe, expect, it } from 'vitest';
import {
  bothMeanings,
  isPayeeName,
  isUncut,
  plainAmount,
  plainPayee,
  rowsOfText,
  withoutPoints,
} from './rows-of-text.ts';

const coins = new Set(['ETH', 'USDC']);
const row = (address: string, amount: string, memo = '', remark = '') => ({ address, amount, memo, remark, seen: 0 });

describe('rows that were pasted', () => {
  it.each([
    ['blanks', 'bc1qone 0.5\n\n  bc1qtwo   1 \n'],
    ['commas', 'bc1qone,0.5\nbc1qtwo,1'],
    ['a spreadsheet', 'bc1qone\t0.5\t\r\nbc1qtwo\t1\t\r\n'],
    ['headings in any order', 'Amount;Address\n0.5;bc1qone\n1;bc1qtwo'],
  ])('are read with %s', (_, text) => {
    expect(rowsOfText(text, false, coins)).toEqual({ rows: [row('bc1qone', '0.5'), row('bc1qtwo', '1')] });
  });

  it('may each be separated in a way of their own, and a decimal comma is no separator', () => {
    const [one, two, three] = [
      '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
      'bc1qfour000000000000000four',
      'bc1qfive000000000000000five',
    ];
    const text = `${one}, 0.1, Lena\n${two} 0.3\n${three};0,2\n${two} 0,4\n`;
    expect(rowsOfText(text, false, coins)).toEqual({
      rows: [row(one, '0.1', '', 'Lena'), row(two, '0.3'), row(three, '0.2'), row(two, '0.4')],
    });
  });

  it('are of the address in its own cell, whatever stands in the cells before it, and say which columns are not read', () => {
    const [good, evil] = ['0x15d34aaf54267db7d7c367839aaf71a00a2c6a65', '0x000000000000000000000000000000000000dead'];
    const paid = { rows: [row(good, '1')] };
    const but = (...unread: string[]) => ({ ...paid, unread });
    expect(rowsOfText(`Vendor\taddress\tamount\nRefund,${evil},100,\t${good}\t1`, false, coins)).toEqual(but('Vendor'));
    expect(rowsOfText(`vendor;address;amount\nSmith, J;${good};1`, false, coins)).toEqual(but('vendor'));
    expect(rowsOfText(`Name, full;address;amount\n${evil},100,x;${good};1`, false, coins)).toEqual(but('Name, full'));
    expect(rowsOfText(`"Smith, J";${good}\n"Jones, K";${good}`, false, coins)).not.toEqual({ problem: 'malformed' });
    expect(rowsOfText(`amount;address\n1,5;${good}`, false, coins)).toEqual({ rows: [row(good, '1.5')] });
    expect(rowsOfText(`${good}\t1\trent, ${evil}`, false, coins)).toEqual({
      rows: [row(good, '1', '', `rent, ${evil}`)],
    });
  });

  it('keep a memo whole, and leave no part of an amount behind', () => {
    const address = 'EQabcdefghijklmnopqrstuvwxyz';
    expect(rowsOfText(`${address} 1.5\torder 77`, true, coins)).toEqual({ rows: [row(`${address}1.5`, 'order77')] });
    expect(rowsOfText(`${address},1,5`, false, coins)).toEqual({ rows: [row(address, '1,5')] });
    expect(rowsOfText(`${address},1,234.50`, false, coins)).toEqual({ rows: [row(address, '1234.50')] });
    expect(rowsOfText(`${address},1,77`, true, coins)).toEqual({ rows: [row(address, '1', '77')] });
  });

  it('have a memo where the network has them, and a remark behind it', () => {
    expect(rowsOfText('one,1,77,May', true, coins)).toEqual({ rows: [row('one', '1', '77', 'May')] });
    expect(rowsOfText('one,1,May', false, coins)).toEqual({ rows: [row('one', '1', '', 'May')] });
  });

  it('keep every digit, and lose separators of thousands only where they can be nothing else', () => {
    const amounts = (text: string) => {
      const read = rowsOfText(text, false, coins);
      return 'rows' in read ? read.rows.map(({ amount }) => amount) : read.problem;
    };
    expect(amounts('a\t1,234.50000001\nb\t1,234')).toEqual(['1234.50000001', '1,234']);
  });

  it('have a payment link whole, whatever separators stand in it, and none that is cut', () => {
    const links = [
      'bitcoin:bc1qone?amount=0.5&message=Invoice 12',
      'bitcoin:bc1qone?amount=0.5&label=Acme,2',
      'ton://transfer/UQone?amount=1&text=123;4|5',
      `bitcoin:bc1qone?label=${'a'.repeat(1_978)}`,
    ];
    expect(rowsOfText(links.join('\n'), true, coins)).toEqual({ rows: links.map((link) => row(link, '')) });
    expect(rowsOfText(`${links[0]}\t0.5\t\trent`, true, coins)).toEqual({
      rows: [row(links[0] ?? '', '0.5', '', 'rent')],
    });
    const [cut] = [rowsOfText(`${links[3]}aaa&amount=1`, true, coins)].flatMap((read) =>
      'rows' in read ? read.rows : [],
    );
    expect(cut?.address).toHaveLength(2_000);
    // Which no link may have in it.
    expect(cut?.address).toMatch(/#…$/);
  });

  it('keep memo and remark apart, and are in dollars where a column says so', () => {
    const address = 'EQabcdefghijklmnopqrstuvwxyz';
    expect(rowsOfText(`address,amount,memo,remark\n${address},5,1234567,50 USD`, true, coins)).toEqual({
      rows: [row(address, '5', '1234567', '50 USD')],
    });
    expect(rowsOfText(`"${address}",5,1234567,50 USD`, true, coins)).toEqual({
      rows: [row(address, '5', '1234567', '50 USD')],
    });
    expect(rowsOfText(`address,amount,remark\n${address},40,USD`, false, coins)).toEqual({
      rows: [row(address, '$40', '', 'USD')],
    });
    expect(rowsOfText(`address,amount,currency\n${address},40,USD\n${address},40,EUR`, false, coins)).toMatchObject({
      rows: [{ amount: '$40' }, { amount: '40 EUR' }],
    });
  });

  it('name payees as the address book does, with their blanks', () => {
    expect(rowsOfText('Acme Supplies, 0.03\n  Olga  Müller\t0,02\n', false, coins)).toEqual({
      rows: [row('Acme Supplies', '0.03'), row('Olga Müller', '0.02')],
    });
  });

  it('have an amount in dollars where one is written, however its mark stands, and leave no part of it behind', () => {
    const address = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65';
    const paid = (text: string, memos = false) => {
      const read = rowsOfText(text, memos, coins);
      return 'rows' in read ? read.rows.map(({ amount, memo, remark }) => [amount, memo || remark]) : read.problem;
    };
    for (const text of ['$40', '$ 40', 'US$40', '40 USD', 'usd 40', '40$', '$40 USD', '40,00 USD', '$40,00'])
      for (const separator of [' ', '\t', ';'])
        expect(paid(`${address}${separator}${text}`), text).toEqual([[text.includes(',') ? '$40.00' : '$40', '']]);
    expect(paid(`${address},40 USD,rent`)).toEqual([['$40', 'rent']]);
    expect(paid(`${address}\t40\tUSD\trent`)).toEqual([['$40', 'rent']]);
    expect(paid(`${address},$1,000.50`)).toEqual([['$1000.50', '']]);
    expect(paid(`${address},40,50 USD`)).toEqual([['$40,50', '']]);
    expect(paid(`${address},$1,000.50`, true)).toEqual([['$1000.50', '']]);
    expect(paid(`${address} $1,234`)).toEqual([['$1,234', '']]);
    expect(paid(`${address},40 USDC`)).toEqual([['40 USDC', '']]);
    expect(paid(`amount;address\n$40;${address}`)).toEqual([['$40', '']]);
    expect(paid(`address,amount,remark\n${address},$1,000.50\n${address},40,50 USD`)).toEqual([
      ['$1000.50', ''],
      ['$40,50', ''],
    ]);
    expect(paid(`"${address}",$1,234`)).toEqual([['$1,234', '']]);
    expect(paid(`address,amount,remark\n${address},$40,1234`)).toEqual([['$40', '1234']]);
  });

  it('keep a payment link whole, and no name is read out of one', () => {
    const link = `bitcoin:bc1qone?amount=0.5&label=${'a'.repeat(200)}`;
    expect(rowsOfText(`${link}\t\nbc1qtwo\t1`, false, coins)).toEqual({ rows: [row(link, ''), row('bc1qtwo', '1')] });
    expect(isPayeeName('bitcoin:bc1qone?amount=0.5')).toBe(false);
  });

  it('take a name that stands under a heading for the payee, where no address stands beside it', () => {
    expect(rowsOfText('Name,Address,Amount\nAcme Supplies,,1', false, coins)).toEqual({
      rows: [row('Acme Supplies', '1')],
    });
  });

  it('keep a name that stands under a heading, and it is no heading by itself', () => {
    expect(rowsOfText('Name;address;amount\nLena;bc1qone;1\n;bc1qtwo;2', false, coins)).toEqual({
      rows: [{ ...row('bc1qone', '1'), name: 'Lena' }, row('bc1qtwo', '2')],
    });
    expect(rowsOfText('Name;1', false, coins)).toEqual({ rows: [row('Name', '1')] });
  });

  it('are refused as a whole where nobody can say what stands in them', () => {
    expect(rowsOfText('', false, coins)).toEqual({ problem: 'empty' });
    expect(rowsOfText('address,remark\na,b', false, coins)).toEqual({ problem: 'columns' });
    expect(rowsOfText('"a,1', false, coins)).toEqual({ problem: 'malformed' });
    expect(rowsOfText('a 1\n'.repeat(1_001), false, coins)).toEqual({ problem: 'tooMany' });
  });
});

it('tells both meanings of an amount with one comma, and guesses of no other', () => {
  expect(bothMeanings('1,000')).toEqual({ part: '1', whole: '1000' });
  expect(bothMeanings('12,345')).toEqual({ part: '12.345', whole: '12345' });
  for (const text of ['1000', '1,5', '1,000.5', '1.000', '0,012', '']) expect(bothMeanings(text)).toBeUndefined();
});

it.each([
  ['0,02', '0.02'],
  ['0,012', '0.012'],
  ['0,500', '0.500'],
  [' 1 234,5 ', '1234.5'],
  ["1'234,50", '1234.50'],
  [',5', '0.5'],
  ['1234,5678', '1234.5678'],
])('reads the decimal comma of %s', (text, amount) => expect(plainAmount(text)).toBe(amount));

it.each(['1,234', '1234,567', '1,5,5', '1.234,5', '1.250.000', '5,', '1,5e3', '-1,5', '12_3,5', '１，２３４'])(
  'guesses nothing of %s',
  (text) => expect(plainAmount(text)).toBe(text.replace('_', '')),
);

it('reads no points between thousands, beside which a single one would be meant so too, and says what is meant', () => {
  expect(['1.250,50', '1.250.000', '1.250', '1.5,5', '1,250.50'].map(withoutPoints)).toEqual([
    ...['1250.50', '1250000', undefined, undefined, undefined],
  ]);
  for (const memos of [false, true])
    for (const text of [`0x${'5'.repeat(40)},1.250,50`, `Address,Amount,Memo\n0x${'5'.repeat(40)},1.250,50`]) {
      const read = rowsOfText(text, memos, coins);
      expect('rows' in read && read.rows.map(({ amount, memo }) => [amount, memo]), text).toEqual([['1.250,50', '']]);
    }
});

it('reads no number out of two columns, and knows it for that', () => {
  expect(plainAmount('1, 5')).toBe('1,5');
  expect(plainAmount('1.234, 5')).toBe('1.234,5');
  expect(['1,5', '0,02', '1,234', '1.5', ''].map(isUncut)).toEqual([true, true, false, false, false]);
});

it.each([
  ['0x15d3 4aaf 5426 7db7 d7c3 6783 9aaf 71a0 0a2c 6a65', '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'],
  ['bc1qw508d6qejxtdg4y5 r3zarvary0c5xw7k', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7k'],
  [' Acme \u00a0 Supplies ', 'Acme Supplies'],
  ['Acme Supplies International Limited', 'Acme Supplies International Limited'],
  ['Unit 7', 'Unit 7'],
])('takes blanks out of addresses alone: %s', (text, payee) => expect(plainPayee(text)).toBe(payee));

describe('a line by hand', () => {
  const read = (text: string, memos = false) => {
    const found = rowsOfText(text, memos, coins);
    return 'rows' in found
      ? found.rows.map(({ address, amount, memo, remark }) => [address, amount, memo, remark].filter(Boolean))
      : found;
  };

  it('may have a name of several words, and a remark of several', () => {
    expect(read('Hardware supplier 0.011 chairs for May')).toEqual([['Hardware supplier', '0.011', 'chairs for May']]);
    expect(read('Hardware supplier $40')).toEqual([['Hardware supplier', '$40']]);
    expect(read('Hardware supplier 5 77 May', true)).toEqual([['Hardware supplier', '5', '77', 'May']]);
    expect(read('Acme 0.5')).toEqual([['Acme', '0.5']]);
    expect(read('Studio 54 0.5')).toEqual([['Studio', '54,0.5']]);
  });

  it('keeps an amount with points and a comma whole, to be refused', () => {
    const to = `0x${'5'.repeat(40)}`;
    expect(read(`${to} 1.250,50`)).toEqual([[to, '1.250,50']]);
  });
});

describe('what an amount is of', () => {
  const to = `0x${'5'.repeat(40)}`;
  const read = (text: string, memos = false) => {
    const found = rowsOfText(text, memos, coins);
    return 'rows' in found
      ? found.rows.map(({ amount, memo, remark }) => [amount, memo, remark].filter(Boolean))
      : found;
  };

  it.each([
    ['blanks', `${to} 5 USDC`],
    ['blanks and a decimal comma', `${to} 5,0 USDC`.replace('5,0', '5')],
    ['a comma', `${to}, 5 USDC`],
    ['a column', `${to},5,USDC`],
    ['a tab', `${to}\t5\tusdc`],
    ['one cell of a spreadsheet', `${to}\t5 USDC`],
    ['the coin first', `${to} USDC 5`],
    ['a column that is not kept', `address,amount,currency\n${to},5,USDC`],
    ['a remark', `address,amount,remark\n${to},5,USDC`],
  ])('stays with it, and is no remark: %s', (_, text) => {
    for (const memos of [false, true])
      expect(read(text, memos)).toEqual([
        [expect.stringMatching(/^5 usdc$/i), ...(text.includes('remark') ? ['USDC'] : [])],
      ]);
  });

  it('is seen of coins and currencies that are not held here', () => {
    for (const unit of ['USDT', 'EURC', 'GBP', '€']) expect(read(`${to},5,${unit}`)).toEqual([[`5 ${unit}`]]);
    // Behind blanks nobody can say which of the two it is.
    expect(read(`${to} 5 PEPE`)).toEqual([['5 PEPE']]);
  });

  it('is not seen in a remark', () => {
    for (const remark of ['rent', 'May', 'Lena', 'invoice 7', 'PO7', 'GAS'])
      expect(read(`${to},5,${remark}`)).toEqual([['5', remark]]);
    expect(read(`${to} 5 rent USDC`)).toEqual([['5', 'rent USDC']]);
    expect(read(`${to},5,USDC for May`)).toEqual([['5', 'USDC for May']]);
    expect(read(`${to},5,77`, true)).toEqual([['5', '77']]);
  });
});
