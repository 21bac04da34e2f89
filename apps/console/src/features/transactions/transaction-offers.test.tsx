// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { teamOf } from '../../../test/team.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';

inConsole();

/** Of so many wallets that a page does not hold them: the first, or those that hold a text. */
function walletsOf(keyword: string | null | undefined) {
  const list = ['Operations', 'Payroll Ärzte', '运营'].map((name, n) => ({ id: 31 + n, name, type: 1, status: 1 }));
  const some = keyword ? list.filter(({ name }) => name.includes(keyword)) : list.slice(0, 2);
  return { list: some, total: keyword ? some.length : 1_001 };
}

/** The list with its search box, in a language, and what the list was asked for last. */
async function list(language: 'en-US' | 'zh-CN', search = '') {
  const seen = serve({
    'transaction.list': () => ({
      data: { list: [], pageTotal: 0, total: 0, total_is_bounded: false, search_is_part: false },
    }),
    'team.list': () => ({ data: teamOf({ m1: 'Anna Müller', m2: '王小明' }) }),
    'user.permissions': () => ({ data: { permissions: [], sub_wallets: [], fund_open: false } }),
    'addressBook.mainChains': () => ({ data: { list: [] } }),
    'wallet.allSubWallets': (form) => ({ data: walletsOf(form.get('keyword')) }),
  });
  await setLanguage(language);
  const router = await open(`/mpc/center/transactions${search}`);
  const box = await screen.findByRole('searchbox');
  return {
    box,
    router,
    type: (value: string) => void fireEvent.change(box, { target: { value } }),
    asked: () => Object.fromEntries(seen.findLast(({ path }) => path.endsWith('/transaction/list'))?.form ?? []),
  };
}
const offer = (name: string) => screen.findByRole('button', { name });
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

it.each([
  ['en-US', 'sign', 'Status: Signing Withdrawal'],
  ['zh-CN', '签名', '状态：签名中 提币'],
] as const)('offers a status by its name, and lists by it and its type (%s)', async (language, typed, name) => {
  const { box, router, type, asked } = await list(language);
  type(typed);
  fireEvent.click(await offer(name));
  await waitFor(() => expect(asked()).toMatchObject({ type: '2', status: '1100' }));
  expect(asked()).not.toHaveProperty('text');
  expect(router.state.location.search).toMatchObject({ type: 2, status: 1100 });
  expect((box as HTMLInputElement).value).toBe('');
});

it.each([
  ['en-US', 'muller', 'Asked by: Anna Müller', 'm1'],
  ['zh-CN', '小明', '发起人：王小明', 'm2'],
] as const)('offers who asked, by the keys alone (%s)', async (language, typed, name, id) => {
  const { box, type, asked } = await list(language);
  box.focus();
  type(typed);
  await offer(name);
  key('ArrowDown');
  key('Enter');
  await waitFor(() => expect(asked()).toMatchObject({ initiator: id }));
  expect(asked()).not.toHaveProperty('text');
  expect(document.activeElement).toBe(box);
});

it.each([
  ['en-US', 'Operat', 'Wallet: Operations', '31'],
  ['zh-CN', '运营', '钱包：运营', '33'],
] as const)('offers a wallet by its name, of however many (%s)', async (language, typed, name, id) => {
  useSession.setState({ walletId: 1 });
  const { type, asked } = await list(language);
  type(typed);
  fireEvent.click(await offer(name));
  await waitFor(() => expect(asked()).toMatchObject({ sub_wallet_id: id }));
  expect(asked()).not.toHaveProperty('text');
});

it('takes a word back that the list was searched for already', async () => {
  const { router, type } = await list('en-US');
  type('anna');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'anna' }));
  fireEvent.click(await offer('Asked by: Anna Müller'));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ initiator: 'm1' }));
  expect(router.state.location.search).not.toHaveProperty('q');
});

it('adds to the statuses of the type that is chosen, offers none twice, and nobody who asked for deposits', async () => {
  const { type, asked } = await list('en-US', '?type=1&status=1000');
  type('confirm');
  fireEvent.click(await offer('Status: Confirmed'));
  await waitFor(() => expect(asked()).toMatchObject({ type: '1', status: '1000,1100' }));
  type('confirming');
  type('anna');
  expect(screen.queryByRole('button', { name: /^(Status|Asked by): / })).toBeNull();
});

it('tells a status of both types apart', async () => {
  const { type } = await list('en-US');
  type('confirming');
  await offer('Status: Confirming Deposit');
  await offer('Status: Confirming Withdrawal');
});

it.each([
  [
    'en-US',
    'Refused muller',
    ['Status: Refused Withdrawal', 'Asked by: Anna Müller'],
    { status: '2100', initiator: 'm1' },
  ],
  ['en-US', 'deposit confirmed', ['Type: Deposit', 'Status: Confirmed'], { type: '1', status: '1100' }],
  ['zh-CN', '小明 签名', ['发起人：王小明', '状态：签名中 提币'], { status: '1100', initiator: 'm2' }],
] as const)('offers each of several words as what it is (%s: %s)', async (language, typed, offers, wanted) => {
  const { box, type, asked } = await list(language);
  type(typed);
  for (const name of offers) fireEvent.click(await offer(name));
  await waitFor(() => expect(asked()).toMatchObject(wanted));
  expect(asked()).not.toHaveProperty('text');
  expect((box as HTMLInputElement).value).toBe('');
});

it('searches under the filter for the words that are left', async () => {
  const { box, router, type } = await list('en-US');
  type('muller hosting');
  fireEvent.click(await offer('Asked by: Anna Müller'));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ initiator: 'm1', q: 'hosting' }));
  expect((box as HTMLInputElement).value).toBe('hosting');
});

it('leads from words that nothing holds to the filter that is called so', async () => {
  const { router } = await list('en-US', '?q=anna');
  fireEvent.click(await offer('Filter by Asked by: Anna Müller'));
  await waitFor(() => expect(router.state.location.search).toEqual({ initiator: 'm1' }));
});

it.each([
  ['en-US', 'last month', 'Created: Last month'],
  ['zh-CN', '上月', '创建时间：上月'],
] as const)('offers usual days by their name (%s)', async (language, typed, name) => {
  const { router, type, asked } = await list(language);
  type(typed);
  fireEvent.click(await offer(name));
  await waitFor(() => expect(asked()).toHaveProperty('start'));
  expect(router.state.location.search).toMatchObject({ from: expect.stringMatching(/-01$/), to: expect.any(String) });
  expect(asked()).not.toHaveProperty('text');
});

it('offers a day that is written', async () => {
  const { router, type } = await list('en-US');
  type('30 Nov 2025');
  fireEvent.click(await offer('Created: 2025-11-30'));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ from: '2025-11-30', to: '2025-11-30' }));
});
