import { describe, expect, it } from 'vitest';
import { listed } from '../../../test/listed-order.ts';
import { isNamed, recentlyPaid } from './recent-payees.ts';

type Row = Parameters<typeof recentlyPaid>[0][number];
const [order] = listed(1).data.list;
let ids = 0;
/** A withdrawal that a member asked for and that is paid, to one payee; the higher its number, the later. */
function paid(over: Partial<Row> = {}): Row {
  ids += 1;
  const address_to = over.address_to ?? '0xto';
  return {
    ...(order as unknown as Row),
    ...{
      id: ids,
      status: 2000,
      address_to,
      outputs: [{ address: address_to, amount: '1.25', memo: over.memo ?? '', label: '', remark: '' }],
    },
    ...{ updated_at: new Date(ids), ...over },
  };
}
const addresses = (rows: readonly Row[]): string[] => recentlyPaid(rows).map(({ address }) => address);

describe('whom members had paid', () => {
  it('is told once each, with the last payment and how many there were, the last paid first', () => {
    const [first, other, last] = [
      paid({ address_to: '0xa', amount: '1' }),
      paid({ address_to: '0xb' }),
      paid({ address_to: '0xa', amount: '2', counterparty_label: 'Acme' }),
    ];
    const found = recentlyPaid([other, first, last]);
    expect(found.map(({ address, label, amount, times }) => [address, label, amount, times])).toEqual([
      ['0xa', 'Acme', '2', 2],
      ['0xb', '', '1.25', 1],
    ]);
    expect(found.map(({ id }) => id)).toEqual([last.id, other.id]);
  });

  it('tells memos of one address apart: behind it stand many', () => {
    const rows = [paid({ memo: '7' }), paid({ memo: '8' }), paid({ memo: '7' })];
    expect(recentlyPaid(rows).map(({ memo, times }) => [memo, times])).toEqual([
      ['7', 2],
      ['8', 1],
    ]);
  });

  it.each<[string, Partial<Row>]>([
    ['what came in', { type: 1, direction: 'in' }],
    ['what is not final', { status: 1200 }],
    ['what failed', { status: 2400 }],
    ['what a program asked for, as its customers named it', { withdraw_source: 2 }],
    ['what went to an address of the workspace', { counterparty_own: true }],
    ['what went into stake', { direction: 'none' }],
    [
      'a batch',
      {
        outputs: [
          { address: '0xto', amount: '1', memo: '', label: '', remark: '' },
          { address: '0xother', amount: '1', memo: '', label: '', remark: '' },
        ],
      },
    ],
  ])('never comes of %s', (_, over) => {
    expect(addresses([paid(over)])).toEqual([]);
    expect(addresses([paid()])).toEqual(['0xto']);
  });

  it('is found by a part of the label or the address, in letters of any case', () => {
    const one = { label: 'Acme Ltd', address: '0xAbC' };
    expect(['', 'acme', 'LTD', '0xabc', 'BC', 'zz'].map((keyword) => isNamed(one, keyword))).toEqual([
      ...[true, true, true, true, true, false],
    ]);
  });
});
