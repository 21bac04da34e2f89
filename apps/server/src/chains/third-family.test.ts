import { randomUUID } from 'node:crypto';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import { toUnits } from '@holdfast/money';
import { namedAddress, type Slate, startSlate } from '@holdfast/testkit/chain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { reconcile } from '../chainwatch/reconcile.ts';
import { silent } from '../chainwatch/test/made-chain.ts';
import { createNotifier } from '../jobs/notifier.ts';
import { findDrift, findFreezes } from '../ledger/service.ts';
import { catalogIn } from '../ledger/test/assets.ts';

/** A family that production code has never heard of, through the whole server and two real signers. */

let slate: Slate;
let server: TestServer;
let fixture: SetUp;
let address: string;
beforeAll(async () => {
  slate = startSlate();
  server = await startTestServer({ chains: [slate.chain], realSigners: 'here' });
  fixture = await setUp(server.place);
  address = (await fixture.api.deposit.address({ sub_wallet_id: fixture.subWalletId, symbol: 'SLT' })).address;
});
afterEach(() => {
  delete slate.lies.balance;
  delete slate.lies.block;
});
afterAll(() => server?.close());

const chip = namedAddress('chip');
const payee = namedAddress('payee');
const units = 1_000_000n;
const { poll } = expect;
const funds = (symbol = 'SLT') => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
/** Base units. */
const available = async (symbol?: string) => toUnits((await funds(symbol)).normal_balance, 6);
const pending = async (symbol?: string) => toUnits((await funds(symbol)).pending_balance, 6);
const order = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const status = async (id: number) => (await order(id)).status;
const stage = async (id: number) => (await order(id)).timeline.at(-1)?.sub_status;
const tip = () => slate.ledger.blocks.length - 1;
const caughtUp = () =>
  poll(async () => (await server.database.pool.query('select height from chain_state')).rows[0]?.height).toBe(tip());

async function approved(symbol: string, amount: string): Promise<number> {
  const made = await fixture.api.withdraw.create({
    request_id: randomUUID(),
    sub_wallet_id: fixture.subWalletId,
    symbol,
    address_to: payee,
    amount,
  });
  const { rows } = await server.database.pool.query('select intent_id from orders where id = $1', [made.withdraw_id]);
  await poll(() => fixture.approve(rows[0].intent_id).then(() => 'approved', String)).toBe('approved');
  await poll(() => slate.ledger.waiting.length).toBe(1);
  return made.withdraw_id;
}

async function agree(): Promise<void> {
  for (const [symbol, contract] of [['SLT', ''] as const, ['CHIP', chip] as const])
    expect(await available(symbol)).toBe(slate.holds(address, contract));
  expect(await findDrift(server.database.db)).toEqual([]);
}

describe('a chain of a family that is registered at run time', () => {
  it.each([
    { symbol: 'SLT', contract: '' },
    { symbol: 'CHIP', contract: chip },
  ])('receives and pays $symbol: credited at finality, signed by both signers, booked when final', async (coin) => {
    const { symbol, contract } = coin;
    slate.give(address, 10n * units, contract);
    slate.mine();
    await poll(() => pending(symbol)).toBe(10n * units);
    const before = await available(symbol);
    slate.mine();
    await poll(() => available(symbol)).toBe(before + 10n * units);

    const id = await approved(symbol, '2.5');
    await poll(() => stage(id)).toBe('broadcast');
    slate.mine();
    await poll(() => stage(id)).toBe('mined');
    expect(await status(id)).toBe(1200);
    slate.mine();
    await poll(() => status(id)).toBe(2000);
    const stages = ['awaiting_approval', 'approve', 'approved', 'signed', 'broadcast', 'mined', 'final'];
    expect((await order(id)).timeline.map(({ sub_status }) => sub_status)).toEqual(stages);
    expect(slate.holds(payee, contract)).toBe((5n * units) / 2n);
    await agree();
  });

  it('tells a screen all that its forms need: how addresses look, which are right, and what a payment costs', async () => {
    const { api, subWalletId: sub_wallet_id } = fixture;
    const [network] = (await api.addressBook.mainChains({})).list;
    expect(address).toMatch(new RegExp(network?.address_pattern ?? '$^'));
    const ask = { sub_wallet_id, symbol: 'SLT' };
    const slip = `${payee.slice(0, -1)}${payee.endsWith('0') ? '1' : '0'}`;
    expect(await api.withdraw.addressInfo({ ...ask, address: payee })).toMatchObject({
      valid: true,
      is_contract: false,
    });
    expect(await api.withdraw.addressInfo({ ...ask, address: slip })).toMatchObject({
      valid: false,
      reason: 'checksum',
    });
    const quote = await api.withdraw.gasEstimate({ ...ask, to: payee, amount: '1' });
    expect(quote).toMatchObject({ fee_symbol: 'SLT', fee_unit: 'chip/unit', gas_limit: '10' });
    expect(quote.tiers.map(({ max_fee }) => max_fee)).toEqual(['0.00002', '0.00004', '0.00006']);
    const priced = { ...ask, address_to: payee, amount: '1' };
    expect(await api.withdraw.limitCheck(priced)).toMatchObject({ pass: true, max_fee: '0.00004' });
  });

  it('takes a deposit back when a reorganisation does, and counts it once when it comes again', async () => {
    const before = await available();
    slate.give(address, units);
    slate.mine();
    await poll(() => pending()).toBe(units);
    slate.reorganise(1, { lost: true });
    await poll(() => pending()).toBe(0n);
    slate.give(address, 2n * units);
    slate.mine();
    await poll(() => pending()).toBe(2n * units);
    slate.reorganise(1);
    await poll(() => available()).toBe(before + 2n * units);
    await agree();
  });

  it('sends the same bytes again when the node lost them, and pays once', async () => {
    const paid = slate.holds(payee);
    const id = await approved('SLT', '1');
    await poll(() => stage(id)).toBe('broadcast');
    slate.lose();
    await server.database.pool.query('update orders set next_at = now() where id = $1', [id]);
    await poll(() => slate.ledger.waiting.length).toBe(1);
    const raw = slate.ledger.sent.at(-1) ?? '';
    expect(slate.ledger.sent.at(-2)).toBe(raw);
    slate.mine(2);
    await poll(() => status(id)).toBe(2000);
    expect(await accountReader(readerOf(slate.chain)).broadcast(raw)).toBe('known');
    slate.mine(2);
    expect(slate.holds(payee)).toBe(paid + units);
    await agree();
  });
});

describe('a node that lies', () => {
  it('counts a payment once that it tells twice', async () => {
    const before = await available();
    slate.lies.block = (block) => ({ ...block, transfers: [...block.transfers, ...block.transfers] });
    slate.give(address, units);
    slate.mine(2);
    await poll(() => available()).toBe(before + units);
    await agree();
  });

  it('loses no deposit by keeping a block back', async () => {
    const before = await available();
    const hidden = tip() + 1;
    slate.lies.block = (block) => (block.height === hidden ? undefined : block);
    slate.give(address, units);
    slate.mine(2);
    await poll(async () => (await fixture.api.transaction.chains({})).list[0]?.tip).toBe(tip());
    expect(await available()).toBe(before);
    delete slate.lies.block;
    await poll(() => available()).toBe(before + units);
    await agree();
  });

  it('gets nothing credited of a token that only calls itself by a listed name', async () => {
    const before = await available('CHIP');
    const fake = namedAddress('another chip');
    slate.give(address, 1_000n * units, fake);
    slate.mine(2);
    await caughtUp();
    expect([await available('CHIP'), await pending('CHIP')]).toEqual([before, 0n]);
    // The node itself gives it out as the listed one: by its name first, then by its contract.
    const toldAs = (contract: string) => {
      slate.lies.block = (block) => {
        const [spoofed] = block.transfers;
        return { ...block, transfers: spoofed ? [{ ...spoofed, symbol: 'CHIP', contract }] : [] };
      };
      slate.give(address, units);
      slate.mine(2);
    };
    toldAs(fake);
    await caughtUp();
    expect([await available('CHIP'), await pending('CHIP')]).toEqual([before, 0n]);
    expect(await findFreezes(server.database.db, fixture.workspaceId)).toEqual([]);
    toldAs(chip);
    await poll(() => findFreezes(server.database.db, fixture.workspaceId)).toMatchObject([
      { symbol: 'CHIP', reason: 'deposit_not_backed' },
    ]);
    expect(await available('CHIP')).toBe(before);
  });

  it('has the asset frozen when it tells less than the books say', async () => {
    await caughtUp();
    slate.lies.balance = (truth, _, { contract }) => (contract === '' ? truth - 3n * units : truth);
    const { db } = server.database;
    const reader = readerOf(slate.chain);
    const quiet = () => undefined;
    const catalog = await catalogIn(db, [slate.chain]);
    const deps = { db, chain: slate.chain, catalog, reader, readerOf: () => reader, wakeOrders: quiet };
    const log = { info: quiet, warn: quiet, error: quiet };
    await reconcile({ ...deps, recordAside: silent, notifier: createNotifier(db, quiet), log }, new Map());
    expect(await findFreezes(db, fixture.workspaceId)).toContainEqual(
      expect.objectContaining({ symbol: 'SLT', reason: 'ledger_above_chain' }),
    );
  });
});
