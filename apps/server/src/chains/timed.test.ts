import { randomUUID } from 'node:crypto';
import { readerOf, timedReader } from '@holdfast/chains/rpc';
import { orderStatus } from '@holdfast/contract';
import { fundTron, startStandIn } from '@holdfast/devnet/tron';
import { toUnits } from '@holdfast/money';
import { type Intent, parseIntent } from '@holdfast/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { compare } from '../chainwatch/reconcile.ts';
import { findDrift, findFreezes } from '../ledger/service.ts';
import { catalogIn } from '../ledger/test/assets.ts';
import { stopsWhereBooksClaimMore } from './test/stop.ts';

/** Tron, whose transactions die by themselves, through the whole server and two real signers, on the stand-in for its node. */

let standIn: Awaited<ReturnType<typeof startStandIn>>;
let server: TestServer;
let fixture: SetUp;
let address: string;
/** How far the chain and the server are ahead of the clock. */
let aheadMs = 0;
const now = () => Date.now() + aheadMs;
beforeAll(async () => {
  standIn = await startStandIn('', 0, now);
  server = await startTestServer({ chains: [standIn.config], realSigners: 'here', clock: () => new Date(now()) });
  fixture = await setUp(server.place);
  await server.keepConfirmed();
  address = (await fixture.api.deposit.address({ sub_wallet_id: fixture.subWalletId, symbol: 'TRX' })).address;
});
afterAll(async () => {
  await server?.close();
  await standIn?.child.stop();
});

const payee = 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8';
const { poll } = expect;
const mine = (blocks = 1): void => {
  for (let n = 0; n < blocks; n++) standIn.node.mine();
};
const held = (symbol: string, at = address): bigint => {
  const { accounts, tokens } = standIn.node.state();
  const contract = standIn.config.assets.find((asset) => asset.symbol === symbol)?.contract ?? '';
  return contract === '' ? (accounts.get(at)?.balance ?? 0n) : (tokens.get(`${contract}|${at}`) ?? 0n);
};
const funds = (symbol: string) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const available = async (symbol: string) => toUnits((await funds(symbol)).normal_balance, 6);
const order = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const status = async (id: number) => (await order(id)).status;
const stage = async (id: number) => (await order(id)).timeline.at(-1)?.sub_status;

async function asked(symbol: string, amount: string, memo = ''): Promise<{ id: number; intent: string }> {
  const made = await fixture.api.withdraw.create({
    request_id: randomUUID(),
    sub_wallet_id: fixture.subWalletId,
    symbol,
    address_to: payee,
    amount,
    memo,
  });
  const { rows } = await server.database.pool.query('select intent_id from orders where id = $1', [made.withdraw_id]);
  return { id: made.withdraw_id, intent: rows[0].intent_id };
}
async function approved(symbol: string, amount: string, memo = ''): Promise<number> {
  const { id, intent } = await asked(symbol, amount, memo);
  await poll(() => fixture.approve(intent).then(() => 'approved', String)).toBe('approved');
  return id;
}
/** What the chain holds of the wallet's coins in stake, or on its way back. */
function stakedOnChain(): bigint {
  const { accounts, delegated } = standIn.node.state();
  const { staked, unfreezing } = accounts.get(address) ?? { staked: { bandwidth: 0n, energy: 0n }, unfreezing: [] };
  const out = [...delegated.values()].filter(({ from }) => from === address);
  return [...unfreezing, ...out].reduce((sum, { amount }) => sum + amount, staked.bandwidth + staked.energy);
}
async function agree(): Promise<void> {
  expect(toUnits((await funds('TRX')).staked_balance, 6)).toBe(stakedOnChain());
  for (const symbol of ['TRX', 'USDT']) expect([symbol, await available(symbol)]).toEqual([symbol, held(symbol)]);
  expect(await findDrift(server.database.db)).toEqual([]);
  expect(await findFreezes(server.database.db, fixture.workspaceId)).toEqual([]);
}

describe('a wallet on Tron', () => {
  it('receives TRX and a token, each counted when it is final', async () => {
    for (const [symbol, amount] of [
      ['TRX', '1000'],
      ['USDT', '50'],
    ] as const) {
      fundTron(standIn.node, { symbol, address, amount });
      mine();
      await poll(async () => (await funds(symbol)).pending_balance).toBe(amount);
      mine(2);
      await poll(() => available(symbol)).toBe(toUnits(amount, 6));
    }
    await agree();
  });

  it('looks at a deposit again by the id that it is shown with', async () => {
    for (const symbol of ['TRX', 'USDT']) {
      const [deposit] = (await fixture.api.transaction.list({ type: 1, symbol })).list;
      const again = { chain_id: standIn.config.id, txid: deposit?.txid ?? '' };
      expect(await fixture.api.transaction.rescan(again)).toEqual({ blocks: 1, found: 0 });
    }
  });

  it('stops a coin whose books claim more than the chain holds, until both agree', async () => {
    await stopsWhereBooksClaimMore(server, fixture, 'USDT', payee);
  }, 60_000);

  it.each([
    ['TRX', '2.5', ''],
    ['USDT', '1.5', ''],
    ['TRX', '1', 'order 4711'],
  ] as const)(
    'pays %s %s with the memo “%s”: signed by both signers, booked at what it cost',
    async (symbol, amount, memo) => {
      const before = held(symbol, payee);
      const id = await approved(symbol, amount, memo);
      await poll(() => stage(id)).toBe('broadcast');
      const [sent] = standIn.node.pending();
      expect(Buffer.from(sent?.memo ?? '', 'hex').toString()).toBe(memo);
      mine();
      await poll(() => stage(id)).toBe('mined');
      mine(2);
      await poll(() => status(id)).toBe(2000);
      expect(held(symbol, payee) - before).toBe(toUnits(amount, 6));
      expect((await order(id)).memo).toBe(memo);
      await agree();
    },
  );

  it('pays the rows of a batch by one approval, each by a transaction of its own with its own memo', async () => {
    const rows = ['invoice 1', '', 'invoice 3'].map((memo, n) => ({ address: payee, amount: `1.${n}`, memo }));
    const looked = await fixture.api.batch.init({
      sub_wallet_id: fixture.subWalletId,
      symbol: 'TRX',
      rows: rows.map((row) => ({ ...row, remark: '', seen: 0 })),
    });
    expect(looked).toMatchObject({ support_memo: true, findings: { errors: [], problem: { code: 0 } } });
    const { withdraw_id: id } = await fixture.api.batch.submit({ ...looked, request_id: randomUUID() });
    const { evidence } = await order(id);
    await poll(() => fixture.approve(evidence.intent_id).then(() => 'approved', String)).toBe('approved');
    const before = held('TRX', payee);
    const sent = new Map<string, string>();
    const stand = () => fixture.api.batch.info({ batch_id: looked.batch_id });
    await poll(
      async () => {
        for (const { id: txid, memo } of standIn.node.pending()) sent.set(txid, Buffer.from(memo, 'hex').toString());
        mine();
        return (await stand()).status;
      },
      { timeout: 30_000, interval: 300 },
    ).toBe(2000);
    const { list } = await stand();
    expect(list.map(({ txid, status: of }) => [of, sent.get(txid)])).toEqual(rows.map(({ memo }) => [2000, memo]));
    expect(held('TRX', payee) - before).toBe(toUnits('3.3', 6));
    await agree();
  }, 60_000);

  it('takes nothing in the place of a payment: it is neither sped up nor dropped', async () => {
    const id = await approved('TRX', '1');
    await poll(() => stage(id)).toBe('broadcast');
    expect((await order(id)).can).toMatchObject({ speed_up: false, drop: false });
    const named = { withdraw_id: id as never };
    const ask = () => ({ ...named, request_id: randomUUID() });
    for (const action of ['speed_up', 'drop'] as const)
      expect(await fixture.api.withdraw.speedUpInfo({ ...named, action })).toMatchObject({
        problem: 'chain',
        mode: '',
      });
    for (const call of [fixture.api.withdraw.speedUp, fixture.api.withdraw.drop])
      await expect(call(ask())).rejects.toMatchObject({ code: 200071 });
    mine(3);
    await poll(() => status(id)).toBe(2000);
    await agree();
  });

  it('tells what its form needs: addresses, memos, and the cost with all that may come on top', async () => {
    const ask = { sub_wallet_id: fixture.subWalletId, symbol: 'USDT' };
    expect(await fixture.api.withdraw.info(ask)).toMatchObject({ support_memo: true });
    const hex = '41babecec4d9f58f0df77f0728b9c53abb1f21d684';
    expect(await fixture.api.withdraw.addressInfo({ ...ask, address: hex })).toMatchObject({
      valid: false,
      reason: 'hexadecimal',
    });
    const listed = { chains: [standIn.config.id], address: hex, memo: '', symbols: [], label: 'Supplier' };
    const check = (address: string) => fixture.api.addressBook.check({ items: [{ ...listed, address }] });
    expect((await check(hex)).list).toMatchObject([{ problem: 'hexadecimal' }]);
    expect((await check(payee)).list).toMatchObject([{ problem: '' }]);
    const to = 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE';
    const quote = await fixture.api.withdraw.gasEstimate({ ...ask, to, amount: '1' });
    expect(quote).toMatchObject({ fee_symbol: 'TRX', fee_unit: 'sun/energy', gas_limit: '130000' });
    expect(quote.tiers.map(({ max_fee }) => max_fee)).toEqual(['16.02', '16.02', '16.02']);
    // Who holds none of the token costs twice; the limit is the worst case.
    expect(quote.resources).toMatchObject({
      energy: { needed: '130000', covered: '0', fee: '13' },
      activation_fee: '0',
      memo_fee: '0',
      fee_limit: '15.6',
      first_of_token: true,
    });
    const toHolder = await fixture.api.withdraw.gasEstimate({ ...ask, to: payee, amount: '1', memo: 'x' });
    expect(toHolder.resources).toMatchObject({ energy: { needed: '65000', fee: '6.5' }, first_of_token: false });
    const coins = await fixture.api.withdraw.gasEstimate({ ...ask, symbol: 'TRX', to, amount: '1', memo: 'x' });
    expect(coins.resources).toMatchObject({ energy: { needed: '0' }, activation_fee: '1.1', memo_fee: '1' });
    const withMemo = await fixture.api.withdraw.gasEstimate({ ...ask, to, amount: '1', memo: 'x' });
    expect(withMemo.max_fee).toBe('17.021');
  });

  it('shows bandwidth, energy and stake of its account, and of nobody else’s wallet', async () => {
    const { list } = await fixture.api.stake.accounts({ sub_wallet_id: fixture.subWalletId });
    expect(list).toMatchObject([
      { chain_id: 'tron:devnet', address, symbol: 'TRX', bandwidth: { free: { limit: '600' } }, unfrozen: '0' },
    ]);
    const other = { sub_wallet_id: (fixture.subWalletId + 1_000) as typeof fixture.subWalletId };
    await expect(fixture.api.stake.accounts(other)).rejects.toMatchObject({ refusal: 'walletNotFound' });
  });

  it('sends the same bytes again when the node lost them, and pays once', async () => {
    const before = held('TRX', payee);
    const id = await approved('TRX', '1');
    await poll(() => stage(id)).toBe('broadcast');
    const [first] = standIn.node.pending();
    standIn.node.lose();
    await server.database.pool.query('update orders set next_at = now() where id = $1', [id]);
    await poll(() => standIn.node.pending()[0]?.hex).toBe(first?.hex);
    mine();
    await poll(() => stage(id)).toBe('mined');
    standIn.node.reorganise(1, false);
    mine(4);
    await poll(() => status(id)).toBe(2000);
    expect(held('TRX', payee) - before).toBe(1_000_000n);
    await agree();
  });

  describe('and its stake', () => {
    let other: string;
    const api = () => fixture.api.stake;
    const asked = () => ({ request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, chain_id: standIn.config.id });
    const coins = (amount: string, resource: 'bandwidth' | 'energy' = 'energy') => ({ ...asked(), resource, amount });
    const account = async () => (await api().accounts({ sub_wallet_id: fixture.subWalletId })).list[0];
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => 'taken',
        ({ refusal }) => refusal,
      );
    /** As if the days had passed. */
    function waitOver(): void {
      const account = standIn.node.state().accounts.get(address);
      if (account) account.unfreezing = account.unfreezing.map((each) => ({ ...each, freeAt: 0 }));
    }
    const blocked = async () => (await funds('TRX')).lock_balance;
    /** Approves what was asked for, and has it mined and final. @returns its intent */
    async function done(taken: Promise<{ withdraw_id: number }>): Promise<Intent> {
      const { withdraw_id: id } = await taken;
      const { rows } = await server.database.pool.query('select intent_id, intent from orders where id = $1', [id]);
      await poll(() => fixture.approve(rows[0].intent_id).then(() => 'approved', String)).toBe('approved');
      await poll(() => stage(id)).toBe('broadcast');
      mine();
      await poll(() => stage(id)).toBe('mined');
      mine(2);
      await poll(() => status(id)).toBe(2000);
      await agree();
      return parseIntent(rows[0].intent);
    }

    it('stakes for energy: held with the fee, then staked, and no payment of any kind', async () => {
      const before = await fixture.api.withdraw.info({ sub_wallet_id: fixture.subWalletId, symbol: 'TRX' });
      const terms = await account();
      expect(terms).toMatchObject({ gives: { energy: '10', bandwidth: '1' }, least: '1', max_fee: '0.35' });
      expect(terms?.wait_ms).toBe(14 * 86_400_000);
      expect(await refusal(api().stake(coins('0.9')))).toBe('belowMinimum');
      expect(await refusal(api().stake(coins('100000')))).toBe('insufficientBalance');
      expect(await refusal(api().stake({ ...coins('100'), max_fee: '0.34' }))).toBe('feeTooHigh');
      const ask = coins('100');
      const taken = await api().stake(ask);
      expect(await blocked()).toBe('100.35');
      expect(await api().stake(ask)).toMatchObject({ withdraw_id: taken.withdraw_id, duplicated: true });
      expect(await refusal(api().stake({ ...ask, amount: '101' }))).toBe('duplicateRequest');
      const told = { kind: 'stake', resource: 'energy', lock_blocks: 0, lock_ms: 0 };
      expect(await order(taken.withdraw_id)).toMatchObject({ direction: 'none', stake: told, amount: '100' });
      const intent = await done(Promise.resolve(taken));
      expect(intent).toMatchObject({ kind: 'stake', call: 'energy', outputs: [{ address, amount: '100000000' }] });
      expect(await funds('TRX')).toMatchObject({ staked_balance: '100', lock_balance: '0' });
      expect(await account()).toMatchObject({ staked: { energy: '100' }, energy: { limit: '1000' } });
      const after = await fixture.api.withdraw.info({ sub_wallet_id: fixture.subWalletId, symbol: 'TRX' });
      // Nothing was paid: of what counts against the day only the fee does.
      const cents = ({ limits }: typeof after): number => Math.round(Number(limits.day_used) * 100);
      expect(cents(after)).toBe(cents(before) + 35);
    });

    it('delegates to an account that is its own or listed and exists, with the lock that was asked for, and takes it back', async () => {
      const made = await fixture.api.wallet.createSubWallet({ wallet_id: 1 as never, sub_wallet_name: 'Other' });
      const place = { sub_wallet_id: made.sub_wallet_id, symbol: 'TRX' };
      await poll(
        async () => (await fixture.api.deposit.address(place).catch(() => ({ address: '' }))).address,
      ).not.toBe('');
      other = (await fixture.api.deposit.address(place)).address;
      const ask = (amount: string, to = other) => ({ ...coins(amount), address_to: to });
      expect(await refusal(api().delegate(ask('40', payee)))).toBe('receiverNotListed');
      expect(await refusal(api().delegate(ask('40', address)))).toBe('transferToSelf');
      expect(await refusal(api().delegate(ask('40')))).toBe('receiverInactive');
      fundTron(standIn.node, { symbol: 'TRX', address: other, amount: '1' });
      mine(3);
      expect(await refusal(api().delegate(ask('101')))).toBe('stakeShort');
      const locked = await done(api().delegate({ ...ask('40'), lock_blocks: 100 }));
      expect(locked).toMatchObject({
        kind: 'delegate',
        call: 'energy lock 100',
        outputs: [{ address: other, entry: '' }],
      });
      expect((await account())?.delegations).toMatchObject([{ to: other, amount: '40', resource: 'energy' }]);
      expect(await refusal(api().reclaim(ask('10')))).toBe('delegationLocked');
      await done(api().delegate(ask('10')));
      await done(api().reclaim(ask('10')));
      expect(await account()).toMatchObject({ staked: { energy: '60' }, delegated_out: { energy: '40' } });
    });

    it('unstakes, holds the fee alone, and has the coins back when the chain says so', async () => {
      expect(await refusal(api().unstake(coins('61')))).toBe('stakeShort');
      expect(await refusal(api().withdrawUnfrozen(asked()))).toBe('nothingUnfrozen');
      const asking = await api().unstake(coins('25'));
      expect(await blocked()).toBe('0.35');
      await done(Promise.resolve(asking));
      expect(await account()).toMatchObject({
        staked: { energy: '35' },
        unfreezing: [{ amount: '25' }],
        unfrozen: '0',
      });
      expect((await funds('TRX')).staked_balance).toBe('100');
      waitOver();
      expect((await account())?.unfrozen).toBe('25');
      await done(api().withdrawUnfrozen(asked()));
      expect((await funds('TRX')).staked_balance).toBe('75');
    });

    it('is missed to the unit where the chain holds less of it than the books', async () => {
      const { db } = server.database;
      const { asset } = (await catalogIn(db, [standIn.config])).coin({ symbol: 'TRX' });
      const place = { workspace_id: fixture.workspaceId, sub_wallet_id: fixture.subWalletId };
      const node = timedReader(readerOf(standIn.config));
      const told = (less: bigint) => ({
        ...node,
        resources: async (of: string) => {
          const all = await node.resources(of);
          return { ...all, stake: { ...all.stake, energy: all.stake.energy - less } };
        },
      });
      const found = (less: bigint) => compare({ db, chain: standIn.config, reader: told(less) }, asset, place);
      await poll(() => found(0n)).toBe('agrees');
      await poll(() => found(1n)).toBe('deficit');
      await poll(() => found(-1n)).toBe('agrees');
    });

    it('books what the chain gives back by another unstaking too', async () => {
      await done(api().unstake(coins('5')));
      waitOver();
      const before = await available('TRX');
      await done(api().unstake(coins('5')));
      expect((await available('TRX')) - before).toBeGreaterThan(4_000_000n);
      expect((await funds('TRX')).staked_balance).toBe('70');
    });

    it('leaves each kind in the audit log', async () => {
      await server.logSettled();
      const { rows } = await server.database.pool.query(
        `select distinct action from audit_log where action like 'stake.%' order by action`,
      );
      const kinds = ['delegate', 'reclaim', 'stake', 'unstake', 'withdrawUnfrozen'];
      expect(rows).toEqual(kinds.map((kind) => ({ action: `stake.${kind}` })));
    });
  });

  describe('with a plan that is over before it was signed', () => {
    /** An approved order that finds no block to stand on, and then has a plan of an hour ago. */
    async function stale(exposed: boolean): Promise<number> {
      const { solid } = standIn.node;
      standIn.node.solid = () => {
        throw new Error('away');
      };
      const id = await approved('TRX', exposed ? '3' : '4');
      await poll(() => stage(id)).toBe('approved');
      const plan = {
        family: 'tron',
        refBlockBytes: '0000',
        refBlockHash: '00'.repeat(8),
        timestamp: '1',
        feeLimit: '0',
      };
      const old = JSON.stringify({ ...plan, expiration: String(now() - 3_600_000) });
      await server.database.pool.query(
        `update orders set plan = $2, admitted_at = now(), exposed_at = case when $3 then now() end, next_at = now() where id = $1`,
        [id, old, exposed],
      );
      standIn.node.solid = solid;
      return id;
    }

    it('gets another one where no part of a signature has left', async () => {
      const before = held('TRX', payee);
      const id = await stale(false);
      await poll(() => stage(id)).toBe('broadcast');
      mine(3);
      await poll(() => status(id)).toBe(2000);
      expect(held('TRX', payee) - before).toBe(4_000_000n);
      await agree();
    });

    it('gets none where one may have left: it ends once the chain proves that nothing was made', async () => {
      const id = await stale(true);
      await poll(() => stage(id)).toBe('transaction_expired');
      expect(await status(id)).toBe(orderStatus.autoCancelled);
      expect(standIn.node.pending()).toEqual([]);
      await agree();
    });
  });

  it('gives what was held back once its transaction is dead, and not before', async () => {
    const id = await approved('TRX', '7');
    await poll(() => stage(id)).toBe('broadcast');
    const [sent] = standIn.node.pending();
    standIn.node.lose();
    const { rows } = await server.database.pool.query('select plan from orders where id = $1', [id]);
    const until = Number(rows[0].plan.expiration);
    expect(until).toBe(sent?.expiration);
    // A node that forgets, and goes on: within its time nothing is given up.
    mine(4);
    await server.database.pool.query('update orders set next_at = now() where id = $1', [id]);
    await poll(() => standIn.node.pending().length).toBe(1);
    expect(await status(id)).toBe(1200);
    standIn.node.lose();
    aheadMs = until - Date.now() + 1_000;
    await server.database.pool.query('update orders set next_at = now() where id = $1', [id]);
    mine();
    expect(await status(id)).toBe(1200);
    mine(3);
    await poll(() => status(id)).toBe(2300);
    expect(await stage(id)).toBe('transaction_expired');
    const { rows: raws } = await server.database.pool.query('select raw from orders where id = $1', [id]);
    expect(await readerOf(standIn.config).broadcast(raws[0].raw)).toMatchObject({ refused: 'expired' });
    await agree();
  });

  it('credits no token by its event alone: what the balance does not bear stops the coin', async () => {
    const before = held('USDT');
    fundTron(standIn.node, { symbol: 'USDT', address, amount: '7' });
    mine();
    await poll(async () => (await funds('USDT')).pending_balance).toBe('7');
    const { contract } = standIn.config.assets.find(({ symbol }) => symbol === 'USDT') ?? { contract: '' };
    // As where a contract tells of what it did not do.
    standIn.node.state().tokens.set(`${contract}|${address}`, before);
    mine(2);
    const stopped = async () =>
      (await findFreezes(server.database.db, fixture.workspaceId)).map(({ symbol, reason }) => [symbol, reason]);
    await poll(stopped).toEqual([['USDT', 'deposit_not_backed']]);
    expect(await available('USDT')).toBe(before);
  });
});
