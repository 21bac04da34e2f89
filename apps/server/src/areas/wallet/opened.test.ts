import { randomUUID } from 'node:crypto';
import type { ChainConfig } from '@holdfast/chains';
import { refusalOf } from '@holdfast/testkit';
import { namedAddress, type Slate, startSlate } from '@holdfast/testkit/chain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestDatabase, startTestServer, type TestServer } from '../../../test/index.ts';
import { makePeople } from '../../ledger/test/books.ts';
import { beginOpening, leaveOpening, takeOpening } from './opened.ts';

/** What a workspace has open: networks that came with a later configuration, and those that were closed. */

const limits = { minWithdraw: '1', maxWithdraw: '1000000000000', minDeposit: '1' };
const common = { rpcUrl: 'http://127.0.0.1:9', confirmations: { deposit: 1, withdraw: 1 }, maxFee: '500000000' };
const coin = (symbol: string, decimals: number) => ({ symbol, name: symbol, decimals, contract: '', ...limits });
const later: readonly ChainConfig[] = [
  { id: 'tron:2494104990', family: 'tron', name: 'Tron', baseSymbol: 'TRX', ...common, assets: [coin('TRX', 6)] },
  { id: 'ton:-3', family: 'ton', name: 'TON', baseSymbol: 'TON', ...common, assets: [coin('TON', 9)] },
];

let slate: Slate;
let server: TestServer;
let fixture: Installed;
let second: number;
beforeAll(async () => {
  slate = startSlate();
  const all = [slate.chain, ...later];
  server = await startTestServer({ chains: all, config: { chains: [slate.chain] } });
  fixture = await install(server);
  second = (await wallet().createSubWallet({ ...own(), sub_wallet_name: 'Second' })).sub_wallet_id;
  await server.restart(all);
  // The session goes on; the server listens on another port.
  fixture = { ...fixture, api: server.api({ token: fixture.token }) };
});
afterAll(() => server?.close());

const { poll } = expect;
const wallet = () => fixture.api.wallet;
const own = () => ({ wallet_id: fixture.workspaceId });
const at = (symbol: string) => ({ sub_wallet_id: fixture.subWalletId, symbol });
const open = (chain_id: string, on: boolean, contract_address?: string) =>
  wallet().setOpenCoin({ ...own(), chain_id, open: on, contract_address });
const listed = async () => {
  const { open_main_chain, support_main_chain } = await wallet().openCoin(own());
  return [open_main_chain, support_main_chain].map((list) => list.map(({ coin_net }) => coin_net));
};
const symbols = async () => (await wallet().coinsAsset(at('SLT'))).list.map(({ symbol }) => symbol);
const addressesOn = async (chain: string) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from addresses where chain = ${chain}`.execute(
      server.database.db,
    )
  ).rows[0]?.n;
const pay = (symbol: string) =>
  fixture.api.withdraw.create({
    ...at(symbol),
    request_id: randomUUID(),
    address_to: namedAddress('payee'),
    amount: '1',
  });

test('a network of a later configuration is offered and not open: none of its coins, addresses or payments', async () => {
  expect(await listed()).toEqual([['Slate'], ['Slate', 'Tron', 'TON']]);
  expect(await symbols()).toEqual(['SLT', 'CHIP']);
  expect(await refusalOf(fixture.api.deposit.address(at('TRX')))).toBe('coinClosed');
  expect(await refusalOf(fixture.api.deposit.createAddress(at('TON')))).toBe('coinClosed');
  expect(await refusalOf(pay('TRX'))).toBe('coinClosed');
});

test('opening it gives every sub-wallet addresses by the keys there are, of either curve, said by every signer', async () => {
  for (const { id } of later) await open(id, true);
  expect(await listed()).toEqual([
    ['Slate', 'Tron', 'TON'],
    ['Slate', 'Tron', 'TON'],
  ]);
  for (const sub_wallet_id of [fixture.subWalletId, second as never])
    for (const [symbol, pattern] of [
      ['TRX', /^T[1-9A-HJ-NP-Za-km-z]{33}$/] as const,
      ['TON', /^[\w-]{48}$/] as const,
    ]) {
      const { address, proof } = await fixture.api.deposit.address({ sub_wallet_id, symbol });
      expect(address).toMatch(pattern);
      expect(proof.attestations).toHaveLength(2);
    }
  const third = await wallet().createSubWallet({ ...own(), sub_wallet_name: 'Third' });
  expect(new Set(third.addresses.map(({ base_symbol }) => base_symbol))).toEqual(new Set(['SLT', 'TRX', 'TON']));
});

test('closing hides what is empty and refuses what is new; opening again gives the same addresses', async () => {
  const before = await fixture.api.deposit.address(at('TRX'));
  const many = await addressesOn('tron:2494104990');
  await open('tron:2494104990', false);
  expect(await listed()).toEqual([
    ['Slate', 'TON'],
    ['Slate', 'Tron', 'TON'],
  ]);
  expect(await symbols()).not.toContain('TRX');
  expect(await refusalOf(pay('TRX'))).toBe('coinClosed');
  expect(await refusalOf(fixture.api.deposit.createAddress(at('TRX')))).toBe('coinClosed');
  await wallet().createSubWallet({ ...own(), sub_wallet_name: 'Fourth' });
  expect(await addressesOn('tron:2494104990')).toBe(many);
  await open('tron:2494104990', true);
  expect((await fixture.api.deposit.address(at('TRX'))).address).toBe(before.address);
  expect(await addressesOn('tron:2494104990')).toBe((many ?? 0) + 1);
});

test('what is paid to a closed network is booked and stays in sight, with a warning beside its address', async () => {
  const { address } = await fixture.api.deposit.address(at('SLT'));
  await open(slate.chain.id, false);
  expect(await symbols()).not.toContain('SLT');
  slate.give(address, 5_000_000n);
  slate.mine(2);
  const held = async () => (await fixture.api.withdraw.symbolBalance(at('SLT'))).normal_balance;
  await poll(held).toBe('5');
  const [row] = (await wallet().coinsAsset(at('SLT'))).list.filter(({ symbol }) => symbol === 'SLT');
  expect(row).toMatchObject({ total_balance: '5', enable_deposit: false, enable_withdraw: false, address });
  const [chain] = (await wallet().openCoin(own())).support_main_chain;
  expect(chain).toMatchObject({ if_open_chain: false, closed: true, coins: [{ symbol: 'SLT', balance: '5' }, {}] });
  expect(await fixture.api.deposit.address(at('SLT'))).toMatchObject({ address, deposit_suspended: true });
  expect(await fixture.api.deposit.info(at('SLT'))).toMatchObject({
    enable_deposit: false,
    tips: [expect.any(String)],
  });
  expect(await fixture.api.withdraw.info(at('SLT'))).toMatchObject({
    enable_withdraw: false,
    disabled_reason: 'closed',
  });
  expect(await refusalOf(pay('SLT'))).toBe('coinClosed');
  await open(slate.chain.id, true);
  expect((await pay('SLT')).status).toBe(1000);
});

test('one token is closed and opened by itself, and what is closed takes the network no open coin with it', async () => {
  const chip = namedAddress('chip');
  await open(slate.chain.id, false, chip);
  expect(await symbols()).not.toContain('CHIP');
  expect(await symbols()).toContain('SLT');
  expect(await refusalOf(pay('CHIP'))).toBe('coinClosed');
  expect((await pay('SLT')).status).toBe(1000);
  await open(slate.chain.id, true, chip);
  expect(await symbols()).toContain('CHIP');
  expect(await refusalOf(open(slate.chain.id, true, namedAddress('unknown')))).toBe('unsupportedCoin');
});

test('an opening that a signer interrupts is not open, and goes on where it was', async () => {
  await sql`delete from addresses where chain = 'ton:-3'`.execute(server.database.db);
  await sql`delete from opened_coins where chain = 'ton:-3'`.execute(server.database.db);
  server.signers[1]?.refuse('address', 'notNow');
  expect(await refusalOf(open('ton:-3', true))).toBe('signerRefused');
  expect((await listed())[0]).not.toContain('TON');
  expect((await wallet().openCoin(own())).support_main_chain.at(-1)).toMatchObject({ opening: true });
  const all = (await wallet().allSubWallets(own())).list.length;
  expect((await wallet().openCoin(own())).support_main_chain.at(-1)).toMatchObject({
    opening_progress: { made: 0, of: all },
  });
  server.signers[1]?.refuse('address', undefined);
  // Nobody asks again: a server goes on with it.
  await poll(async () => (await listed())[0], { timeout: 20_000 }).toContain('TON');
  expect((await wallet().openCoin(own())).support_main_chain.at(-1)).toMatchObject({ opening_progress: null });
  expect(await addressesOn('ton:-3')).toBe((await wallet().allSubWallets(own())).list.length);
});

test('the log says what was opened and closed, once for each change', async () => {
  const said = async () => {
    await server.logSettled();
    const { list } = await fixture.api.audit.list({ area: 'wallet', page_size: 100 });
    return list.filter(({ action, object }) => action === 'wallet.setOpenCoin' && object.startsWith('workspace:'));
  };
  const before = (await said()).length;
  await open('ton:-3', false);
  await open('ton:-3', false);
  await open('ton:-3', true);
  await open('ton:-3', true);
  const list = await said();
  expect(list).toHaveLength(before + 2);
  expect(list[0]?.detail).toMatchObject({ chain: 'ton:-3' });
});

test('an opening that cannot go on keeps no other waiting', async () => {
  const base = await startTestDatabase();
  try {
    const { workspaceId } = await makePeople(base.db);
    for (const { id } of later)
      await beginOpening(base.db, { workspaceId, chain: id, contract: '' }, { form: '', forMs: 0 });
    const turns: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const found = await takeOpening(base.db, 60_000);
      turns.push(found?.chain);
      // Whoever was at it gave up.
      if (found) await leaveOpening(base.db, { ...found, contract: '' });
    }
    const [first, second] = later.map(({ id }) => id);
    expect(turns).toEqual([first, second, first, second]);
    // One that somebody is at is nobody else's.
    expect([(await takeOpening(base.db, 60_000))?.chain, (await takeOpening(base.db, 60_000))?.chain]).toEqual([
      first,
      second,
    ]);
    expect(await takeOpening(base.db, 60_000)).toBeUndefined();
  } finally {
    await base.close();
  }
});
