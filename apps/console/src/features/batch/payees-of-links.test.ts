// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { linksMost, payeesOfLinks } from './payees-of-links.ts';

inConsole();

const coin = { symbol: 'ETH', chain_id: 'evm:1', contract_address: '' };
const payee = `0x${'1'.repeat(40)}`;
const link = `ethereum:${payee}@1?value=1.25e18`;
const row = (address: string, more: object = {}) => ({
  ...{ address, memo: '', amount: '', remark: '', seen: 0 as const },
  ...more,
});
const said = {
  ...{ fault: '', network: '', coin: null, payee, amount: '1.25', amount_left_out: false, memo: '77', remark: 'Rent' },
};
const reads = (over: object = {}) => serve({ 'withdraw.addressLink': () => ({ data: { ...said, ...over } }) });

it('fills in what a link says; the same amount and a remark that were written stay, a memo is the link’s', async () => {
  reads();
  const written = { memo: '5', amount: '1.250', remark: 'May' };
  expect(await payeesOfLinks([row(link), row(link, written), row(payee)], coin)).toEqual([
    row(payee, { memo: '77', amount: '1.25', remark: 'Rent' }),
    row(payee, { memo: '77', amount: '1.250', remark: 'May' }),
    row(payee),
  ]);
});

it.each(['1.2', '125', '$1.25', 'Invoice'])(
  'leaves a link that asks for another amount than its row, which may be a part of it: %s',
  async (amount) => {
    reads();
    expect(await payeesOfLinks([row(link, { amount })], coin)).toEqual([row(link, { amount })]);
  },
);

it('leaves the amount of a row whose link has none', async () => {
  reads({ amount: null });
  expect(await payeesOfLinks([row(link, { amount: '$40' })], coin)).toMatchObject([{ address: payee, amount: '$40' }]);
});

it.each([
  ['that is of another coin', { fault: 'coin', payee: '', amount: null }],
  ['whose payee does not stand in it', { payee: `0x${'2'.repeat(40)}` }],
])('leaves a link %s', async (_, over) => {
  reads(over);
  expect(await payeesOfLinks([row(link)], coin)).toEqual([row(link)]);
});

it('reads each link once, no more of them than it may, and none that is too long to be one', async () => {
  const seen = reads();
  const links = Array.from({ length: linksMost + 1 }, (_, n) => `${link}&gas=${n}`);
  const rows = await payeesOfLinks(
    [`${link}${'0'.repeat(2_000)}`, ...links, ...links].map((one) => row(one)),
    coin,
  );
  expect(seen).toHaveLength(linksMost);
  expect(rows.filter(({ address }) => address === payee)).toHaveLength(2 * linksMost);
});

it('keeps no draft of links that could not be looked at, and asks nothing where there are none', async () => {
  const seen = serve({});
  expect(await payeesOfLinks([row(payee), row('Acme')], coin)).toHaveLength(2);
  expect(seen).toEqual([]);
  await expect(payeesOfLinks([row(link)], coin)).rejects.toThrow();
});
