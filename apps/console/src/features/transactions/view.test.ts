import { orderStatus, transactionType } from '@holdfast/contract';
import fc from 'fast-check';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import {
  areTags,
  counterparty,
  countsConfirmations,
  filterInput,
  listOrders,
  numbersOf,
  orderAfter,
  orderOf,
  payeesHint,
  readFilter,
  rowsOf,
  statusChoices,
  statusTold,
  statusView,
  tagsIn,
  textOf,
  typeText,
  withType,
  worthNow,
} from './view.ts';

describe('the transaction list', () => {
  it('has a word and a colour for every order status', () => {
    for (const status of Object.values(orderStatus)) expect(statusView(2, status).text).not.toBe('tx.status.unknown');
  });

  it('stands in the order that the address says, which a heading writes there, and without one the newest first', () => {
    expect(orderOf(readFilter({}))).toBe(listOrders.newest);
    for (const one of Object.values(listOrders)) {
      expect(orderOf(readFilter({ order: one.address }))).toBe(one);
      expect(orderAfter({ key: one.column, order: one.order })).toBe(one.address);
    }
    expect(orderOf(readFilter({ order: 'amount' }))).toBe(listOrders.newest);
  });

  it('reads the same number differently for deposits and orders', () => {
    expect(statusView(1, 1000).text).toBe('tx.status.confirming');
    expect(statusView(2, 1000).text).toBe('tx.status.awaitingApproval');
    expect(statusView(1, 2400).text).toBe('tx.status.unknown');
  });

  it('says of one that its asker has not signed whose turn that is, and changes no status', () => {
    const say = ((key: string, values?: object) =>
      [key, ...Object.values(values ?? {})].join(' ')) as unknown as TFunction;
    const row = { type: 2, status: 1000, awaits_initiator: true, initiator: 'm-1', initiator_name: 'Olivia' };
    const told = (change: object, reader?: string) => statusTold(say, { ...row, ...change }, reader);
    expect(told({}, 'm-1')).toEqual({ tone: 'wait', text: 'tx.unsigned.own' });
    expect(told({}, 'm-2').text).toBe('tx.unsigned.other Olivia');
    expect(told({}).text).toBe('tx.unsigned.other Olivia');
    expect(told({ awaits_initiator: false }, 'm-1').text).toBe('tx.status.awaitingApproval');
  });

  it('shows the other side of a payment', () => {
    const sides = { address_from: 'from', address_to: 'to' };
    expect(counterparty({ direction: 'in', ...sides })).toBe('from');
    expect(counterparty({ direction: 'out', ...sides })).toBe('to');
  });

  it('counts confirmations only while they grow', () => {
    const one = { outputs: [{ address: 'x', amount: '1', memo: '', label: '', remark: '' }], txid: '' };
    expect(countsConfirmations({ ...one, type: 1, status: 1000 })).toBe(true);
    expect(countsConfirmations({ ...one, type: 2, status: 1000 })).toBe(false);
    expect(countsConfirmations({ ...one, type: 2, status: 1200 })).toBe(true);
    expect(countsConfirmations({ ...one, type: 2, status: 2000 })).toBe(false);
  });

  it('counts those of a payment to several only where one transaction makes it', () => {
    const paying = {
      type: 2,
      status: 1200,
      outputs: ['x', 'y'].map((address) => ({ address, amount: '1', memo: '', label: '', remark: '' })),
    };
    expect(countsConfirmations({ ...paying, txid: '0x1' })).toBe(true);
    expect(countsConfirmations({ ...paying, txid: '' })).toBe(false);
  });

  it('hints at whom a payment goes to, of very many at the first', () => {
    const to = (count: number) => ({
      outputs: Array.from({ length: count }, (_, at) => ({
        address: `a${at}`,
        amount: '1',
        memo: '',
        label: '',
        remark: '',
      })),
    });
    expect(payeesHint(to(2))).toBe('a0\na1');
    expect(payeesHint(to(300)).split('\n').slice(-2)).toEqual(['a9', '…']);
  });

  it('names a type it does not know as other', () => {
    expect(typeText(1)).toBe('tx.type.deposit');
    expect(typeText(77)).toBe('tx.type.other');
  });
});

describe('filters in the address bar', () => {
  it('keeps what it understands', () => {
    expect(readFilter({ type: 2, symbol: 'ETH', status: '1000', q: ' 0xabc ', page: '3', wallet: 7 })).toEqual({
      type: 2,
      symbol: 'ETH',
      status: 1000,
      q: '0xabc',
      page: 3,
      wallet: 7,
    });
  });

  it('names one coin of several with its symbol by its place, and any of them by the symbol alone', () => {
    const { symbol } = readFilter({ symbol: 'USDC@evm:1@0xA1' });
    expect(filterInput({ symbol: symbol ?? '' }, [])).toEqual({
      symbol: 'USDC',
      chain_id: 'evm:1',
      contract_address: '0xA1',
    });
    expect(filterInput({ symbol: 'USDC' }, [])).toEqual({ symbol: 'USDC' });
  });

  it('takes several coins, statuses and wallets between commas, and one as it always was', () => {
    const filter = readFilter({
      symbol: 'ETH,USDC@evm:1@0xA1',
      status: '1000,2000,77,2000',
      wallet: '7,8',
      initiator: 'm-1',
    });
    expect(filter).toEqual({
      symbol: 'ETH,USDC@evm:1@0xA1',
      status: '1000,2000',
      wallet: '7,8',
      initiator: 'm-1',
    });
    expect(filterInput(filter, [])).toEqual({
      symbol: ['ETH', 'USDC'],
      chain_id: ['', 'evm:1'],
      contract_address: ['', '0xA1'],
      status: [1000, 2000],
      sub_wallet_id: [7, 8],
      initiator: 'm-1',
    });
    expect(readFilter(rowsOf(filter))).toEqual(filter);
    expect(filterInput({ status: 1000, wallet: 7 }, [])).toEqual({ status: 1000, sub_wallet_id: 7 });
    const many = Array.from({ length: 11 }, (_, n) => n + 1);
    const ten = many.slice(0, 10).join(',');
    expect(readFilter({ wallet: many.join(','), symbol: many.join(',') })).toEqual({ wallet: ten, symbol: ten });
    expect(readFilter({ wallet: '7,,0', symbol: ',A@B,C@evm:1@', status: ',' })).toEqual({
      wallet: 7,
      symbol: 'C@evm:1@',
    });
  });

  it('forgets who asked where a type is chosen that nobody asks for', () => {
    expect([withType(1), withType(2), withType(undefined)]).toEqual([
      { type: 1, initiator: undefined },
      { type: 2 },
      { type: undefined },
    ]);
    expect(Object.keys(withType(7))).toContain('initiator');
    expect(Object.keys(withType(2))).not.toContain('initiator');
  });

  it('reads what it writes of the values of a filter, whatever they are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 10 }), (ids) => {
        const wallet = textOf(ids);
        expect(numbersOf(readFilter({ wallet }).wallet)).toEqual(ids);
      }),
    );
  });

  it('drops what it does not', () => {
    expect(
      readFilter({ type: 99, symbol: '<b>', status: 'zzz', page: -1, q: 'a'.repeat(101), wallet: 1.5, other: 1 }),
    ).toEqual({});
  });

  it('never throws, whatever is written there', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('type', 'symbol', 'status', 'wallet', 'initiator', 'q', 'page'), fc.anything()),
        (search) => {
          const { page = 1, type = 1 } = readFilter(search);
          return page >= 1 && Object.values<number>(transactionType).includes(type);
        },
      ),
    );
  });

  it('offers the statuses of the chosen type only', () => {
    expect(statusChoices(1).map(({ status }) => status)).toEqual([1000, 1100, 2000, 3000, 4000]);
    expect(statusChoices(2)).toHaveLength(Object.keys(orderStatus).length);
  });

  it('offers the statuses of both types where none is chosen, each with its type', () => {
    expect(statusChoices(undefined)).toEqual([...statusChoices(1), ...statusChoices(2)]);
    expect(new Set(statusChoices(undefined).map(({ type, status }) => `${type}:${status}`)).size).toBe(
      statusChoices(undefined).length,
    );
  });

  it('asks for whole days, the last one included', () => {
    const { from, to } = readFilter({ from: '2026-11-01', to: '2026-11-02' });
    expect(filterInput({ from: from ?? '', to: to ?? '' }, [])).toEqual({
      start: new Date(2026, 10, 1),
      end: new Date(2026, 10, 3),
    });
    expect(readFilter({ from: '2026-13-01', to: 'today' })).toEqual({});
  });

  it('tells what a row is worth by the price of its own coin, every digit of it, and nothing without a price', () => {
    const row = { symbol: 'USDC', coin_net: 'Ethereum', contract_address: '0xa1', amount: '1234.567891' };
    const coin = { ...row, price_usd: '0.9999' };
    expect(worthNow(row, [{ ...coin, coin_net: 'Tron', price_usd: '7' }, coin])).toBe('1234.4444342109');
    expect(worthNow(row, [{ ...coin, contract_address: '0xa2' }])).toBeNull();
    expect(worthNow(row, [{ ...coin, price_usd: null }])).toBeNull();
  });
});

it('reads tags between commas, each once, and takes those that the server takes', () => {
  expect(tagsIn(' rent, Q4 2026，房租,, rent ')).toEqual(['rent', 'Q4 2026', '房租']);
  expect(areTags(tagsIn('rent, Q4 2026, 房租'))).toBe(true);
  for (const text of ['=1+1', 'x'.repeat(31), Array.from({ length: 11 }, (_, at) => `t${at}`).join(',')])
    expect(areTags(tagsIn(text))).toBe(false);
});
