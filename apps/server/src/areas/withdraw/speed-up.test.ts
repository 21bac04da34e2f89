import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readerOf } from '@holdfast/chains/rpc';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { fromUnits, toUnits } from '@holdfast/money';
import { unconditional } from '@holdfast/policy';
import { apiClientApi, decideAt, newDeviceKey, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { compare } from '../../chainwatch/reconcile.ts';
import { findDrift } from '../../ledger/service.ts';
import { catalogIn } from '../../ledger/test/assets.ts';
import { decideSoon, stranger, until } from '../../test/flow.ts';

/** Payments under way that are made once more for a higher fee, over HTTP: real signers, real chains whose blocks are held. */
let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

const chainIds = { ETH: 'evm:31337', BTC: 'bitcoin:regtest' } as const;
type Symbol = keyof typeof chainIds;
const mine = (symbol: Symbol, blocks = 1) => fixture.api.sandbox.mine({ chain_id: chainIds[symbol], blocks });
const rpc = (method: string, ...params: unknown[]): Promise<unknown> => rpcClient(devnet.evm.url)(method, ...params);
const bitcoin = (method: string, ...params: unknown[]): Promise<unknown> =>
  rpcClient(devnet.bitcoin.url)(method, ...params);
const balance = (symbol: Symbol) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const held = async (address: string): Promise<bigint> => BigInt(String(await rpc('eth_getBalance', address, 'latest')));
const names = (id: number) => ({ withdraw_id: id as never });
const info = (id: number) => fixture.api.withdraw.speedUpInfo(names(id));
const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'none',
    (error: { code: number }) => error.code,
  );

async function fund(symbol: Symbol, amount: string): Promise<void> {
  const before = Number((await balance(symbol)).normal_balance);
  await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol, amount });
  await mine(symbol, 4);
  await until('coins', async () => Number((await balance(symbol)).normal_balance) > before);
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-speed-up-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await server.keepConfirmed();
  await fund('ETH', '10');
  await fund('BTC', '1');
}, 60_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const rowOf = async (id: number): Promise<unknown> =>
  (await server.database.pool.query<{ raw: string }>('select raw from orders where id = $1', [id])).rows[0]?.raw;
const approve = async (id: number): Promise<void> => {
  const { evidence } = await detail(id);
  await decideSoon(fixture, evidence.intent_id);
};
/** A payment that was sent, and is in no block. */
async function sent(symbol: Symbol = 'ETH', amount = '0.1'): Promise<number> {
  const address_to = symbol === 'ETH' ? stranger.evm : stranger.bitcoin;
  const ask = { request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, symbol, address_to, amount };
  const { withdraw_id: id } = await fixture.api.withdraw.create(ask);
  await approve(id);
  await until('the broadcast', async () => (await detail(id)).sub_status === 'broadcast', 20_000);
  return id;
}
const faster = (id: number, fee_level: 1 | 2 | 3 = 2) =>
  fixture.api.withdraw.speedUp({ ...names(id), request_id: randomUUID(), fee_level });
/** Asked for, agreed to, signed and sent. */
async function spedUp(id: number): Promise<number> {
  const { withdraw_id: attempt } = await faster(id);
  await approve(attempt);
  await until('its broadcast', async () => (await detail(attempt)).sub_status === 'broadcast', 20_000);
  return attempt;
}
const dropped = (id: number, fee_level: 1 | 2 | 3 = 2) =>
  fixture.api.withdraw.drop({ ...names(id), request_id: randomUUID(), fee_level });
/** Asked for, agreed to, signed and sent. */
async function droppedBy(id: number): Promise<number> {
  const { withdraw_id: attempt } = await dropped(id);
  await approve(attempt);
  await until('its broadcast', async () => (await detail(attempt)).sub_status === 'broadcast', 20_000);
  return attempt;
}
async function isOver(id: number, symbol: Symbol = 'ETH'): Promise<number> {
  await until('its end', async () => {
    await mine(symbol, 2);
    return (await detail(id)).status >= 2000;
  });
  return (await detail(id)).status;
}
/** Of every coin that nobody has chosen, largest first. */
const freeCoins = async (): Promise<bigint[]> =>
  (
    await server.database.pool.query<{ amount: string }>(
      'select amount::text from utxos where spent_by is null and reserved_by is null and ready order by amount desc',
    )
  ).rows.map(({ amount }) => BigInt(amount));
const coinsAreRight = async (): Promise<void> => {
  await until('every hold to end', async () => (await balance('BTC')).lock_balance === '0');
  expect(await findDrift(server.database.db)).toEqual([]);
  await until('no coin to be promised', async () => {
    const { rows } = await server.database.pool.query<{ n: number }>(
      'select count(*)::int as n from utxos where spent_by is null and (reserved_by is not null or left_by is not null)',
    );
    return rows[0]?.n === 0;
  });
  const free = (await freeCoins()).reduce((sum, amount) => sum + amount, 0n);
  expect(toUnits((await balance('BTC')).normal_balance, 8)).toBe(free);
};
const booksAreRight = async (): Promise<void> => {
  await until('every hold to end', async () => (await balance('ETH')).lock_balance === '0');
  expect(await findDrift(server.database.db)).toEqual([]);
  const { address_from } = await fixture.api.withdraw.info({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
  const wei = (text: string): bigint => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole) * 10n ** 18n + BigInt(part.padEnd(18, '0'));
  };
  expect(wei((await balance('ETH')).normal_balance)).toBe(await held(address_from));
};

describe('a payment under way is sped up', () => {
  it('for a higher fee in the same place: its payee is paid once, and the books hold what the chain took', async () => {
    const before = await held(stranger.evm);
    const id = await sent();
    const first = await detail(id);
    expect(first.can.speed_up).toBe(true);
    const asked = await info(id);
    expect(asked).toMatchObject({ problem: '', mode: 'nonce_replace', fee_symbol: 'ETH', max_fee: first.fee });
    for (const { max_fee } of asked.tiers) expect(Number(max_fee)).toBeGreaterThanOrEqual(Number(first.fee) * 1.125);
    const attempt = await spedUp(id);
    const raised = await detail(attempt);
    expect(raised).toMatchObject({ speeds_up: id, amount: first.amount, address_to: first.address_to });
    expect(Number(raised.fee)).toBeGreaterThan(Number(first.fee));
    const hashes = (await info(id)).attempts.map(({ txid }) => txid);
    expect(hashes).toEqual([first.txid, raised.txid]);
    const [one, two] = (await Promise.all(hashes.map((hash) => rpc('eth_getTransactionByHash', hash)))) as {
      nonce: string;
    }[];
    expect(two?.nonce).toBe(one?.nonce ?? two?.nonce);
    expect(await isOver(id)).toBe(2000);
    expect((await held(stranger.evm)) - before).toBe(10n ** 17n);
    const done = await detail(id);
    const told = done.timeline.map(({ sub_status, detail: { txid = '' } }) => `${sub_status} ${txid}`);
    expect(told).toEqual(expect.arrayContaining([`attempt_signed ${raised.txid}`, `mined ${done.txid}`]));
    await until('the attempt to end', async () => (await detail(attempt)).status >= 2000);
    await booksAreRight();
  });

  it('is one line among the transactions, found by the hash of any attempt at it', async () => {
    const id = await sent();
    const attempt = await spedUp(id);
    const { txid } = await detail(attempt);
    const { list } = await fixture.api.transaction.list({ txid });
    expect(list.map((one) => one.id)).toEqual([id]);
    expect((await fixture.api.transaction.list({ type: 2 })).list.map((one) => one.id)).not.toContain(attempt);
    await isOver(id);
    await booksAreRight();
  });

  it('and, where the answer was lost, is found by the id of its request; no list has it beside the payment otherwise', async () => {
    const id = await sent();
    const ask = { ...names(id), request_id: randomUUID() };
    const { withdraw_id: attempt } = await fixture.api.withdraw.speedUp(ask);
    const listed = async (by: { request_id?: string }) =>
      (await fixture.api.transaction.list({ page_no: 1, page_size: 50, ...by })).list.map((row) => row.id);
    expect(await listed({ request_id: ask.request_id })).toEqual([attempt]);
    expect(await listed({})).not.toContain(attempt);
    await fixture.api.withdraw.cancel({ withdraw_id: attempt });
    await isOver(id);
  });

  it('again and again, each for more than the one before', async () => {
    const id = await sent();
    const fees = [Number((await detail(id)).fee)];
    for (let n = 0; n < 2; n++) fees.push(Number((await detail(await spedUp(id))).fee));
    expect(fees).toEqual([...fees].sort((a, b) => a - b));
    expect(new Set(fees).size).toBe(3);
    expect(await isOver(id)).toBe(2000);
    await booksAreRight();
  });

  it('ends unsigned when the payment is mined first, and what it held is free', async () => {
    const id = await sent();
    const { withdraw_id: attempt } = await faster(id);
    expect(await isOver(id)).toBe(2000);
    await until('the attempt to end', async () => (await detail(attempt)).status === 2202);
    expect((await detail(attempt)).sub_status).toBe('payment_over');
    await booksAreRight();
  });
});

describe('a payment of coins under way', () => {
  const outputsOf = async (txid: string) => {
    const { vout } = (await bitcoin('getrawtransaction', txid, true)) as {
      vout: { value: number; scriptPubKey: { address: string } }[];
    };
    return vout.map(({ value, scriptPubKey: { address } }) => [address, Math.round(value * 1e8)] as const);
  };
  const isPaid = async (txid: string): Promise<number> =>
    (await outputsOf(txid)).filter(([address]) => address === stranger.bitcoin).reduce((sum, [, sat]) => sum + sat, 0);

  it('is sped up again and again: the same payee and amount, its change pays, and the books hold what the chain took', async () => {
    const id = await sent('BTC', '0.01');
    const first = await detail(id);
    expect(first.can).toMatchObject({ speed_up: true, drop: true });
    expect(await info(id)).toMatchObject({ problem: '', mode: 'rbf', fee_symbol: 'BTC' });
    const all = [await spedUp(id), await spedUp(id)];
    const hashes = (await info(id)).attempts.map(({ txid }) => txid);
    expect(new Set(hashes).size).toBe(3);
    for (const txid of hashes.slice(0, 2)) await expect(bitcoin('getmempoolentry', txid)).rejects.toThrow();
    expect(await isPaid(hashes[2] ?? '')).toBe(1_000_000);
    expect(await isOver(id, 'BTC')).toBe(2000);
    for (const attempt of all) await until('it to end', async () => (await detail(attempt)).status >= 2000);
    expect((await detail(id)).sub_status).toBe('final');
    await coinsAreRight();
  });

  it('is dropped: every coin comes back but the fee', async () => {
    const before = Number((await balance('BTC')).normal_balance);
    const id = await sent('BTC', '0.02');
    const attempt = await droppedBy(id);
    const { txid } = await detail(attempt);
    expect(await isPaid(txid)).toBe(0);
    expect((await outputsOf(txid)).length).toBe(1);
    expect(await isOver(id, 'BTC')).toBe(2300);
    await until('the drop to end', async () => (await detail(attempt)).status === 2000);
    const fee = Number((await detail(attempt)).real_fee);
    await coinsAreRight();
    expect(Number((await balance('BTC')).normal_balance)).toBeCloseTo(before - fee, 8);
  });

  it('is dropped: books and chain agree also after its end, as long as what the drop has cost is not booked yet', async () => {
    const { db, pool } = server.database;
    const chain = devnetChains(devnet).find(({ id }) => id === chainIds.BTC);
    if (!chain) throw new Error('no chain of coins');
    const { asset } = (await catalogIn(db, [chain])).coin({ symbol: 'BTC' });
    const place = { workspace_id: fixture.workspaceId, sub_wallet_id: fixture.subWalletId };
    const agreed = () =>
      until('books and chain at one block', async () => {
        const found = await compare({ db, chain, reader: readerOf(chain) }, asset, place);
        return found !== 'unknown' && found;
      });
    const id = await sent('BTC', '0.02');
    const attempt = await droppedBy(id);
    await pool.query(`create function hold_drops() returns trigger language plpgsql as $$ begin raise exception 'held'; end $$;
      create trigger hold_drops before update of status on orders for each row when (new.kind = 'drop' and new.status >= 2000) execute function hold_drops()`);
    try {
      expect(await isOver(id, 'BTC')).toBe(2300);
      expect((await detail(attempt)).status).toBe(1200);
      expect(await agreed()).toBe('agrees');
      await mine('BTC', 3);
      expect(await agreed()).toBe('agrees');
    } finally {
      await pool.query('drop function hold_drops cascade');
    }
    await pool.query('update orders set next_at = now(), lease_until = null where id = $1', [attempt]);
    await until('the drop to end', async () => (await detail(attempt)).status === 2000, 30_000);
    expect(await agreed()).toBe('agrees');
    await coinsAreRight();
  });

  it('takes another coin where its change does not cover a higher fee, and leaves that one free when it is not the one that is made', async () => {
    await fund('BTC', '0.3');
    const { normal_balance } = await balance('BTC');
    // All of the largest coin but what the fee takes.
    const coins = await freeCoins();
    const largest = coins[0] ?? 0n;
    const id = await sent('BTC', fromUnits(largest - 400n, 8));
    const raw = await rowOf(id);
    const ready = (is: boolean) =>
      server.database.pool.query('update utxos set ready = $1 where spent_by is null and reserved_by is null', [is]);
    await ready(false);
    expect(await info(id)).toMatchObject({ problem: 'coins', tiers: [] });
    expect(await refusal(faster(id))).toBe(200109);
    await ready(true);
    const attempt = await spedUp(id);
    const made = (await bitcoin('getrawtransaction', (await detail(attempt)).txid, true)) as { vin: unknown[] };
    expect(made.vin.length).toBeGreaterThan(1);
    // Miners may still know the first.
    await bitcoin('generateblock', stranger.bitcoin, [raw]);
    expect(await isOver(id, 'BTC')).toBe(2000);
    expect((await detail(id)).real_fee).not.toBeNull();
    await until('the attempt to end', async () => (await detail(attempt)).status >= 2000);
    await coinsAreRight();
    expect(Number(normal_balance)).toBeGreaterThan(0);
    // The coin that it had taken is spent by the next.
    const next = await sent('BTC', '0.05');
    expect(await isOver(next, 'BTC')).toBe(2000);
    await coinsAreRight();
  });
});

describe('a payment under way is dropped', () => {
  it('by nothing in its place: its payee is paid nothing, and what it held but the fee is free again', async () => {
    const before = await held(stranger.evm);
    const id = await sent();
    expect((await detail(id)).can).toMatchObject({ drop: true, speed_up: true });
    const attempt = await droppedBy(id);
    const made = await detail(attempt);
    expect(made).toMatchObject({ drops: id, speeds_up: null, amount: '0' });
    expect(made.address_to).toBe(made.address_from);
    await until('its word', async () => (await detail(id)).sub_status === 'cancelling');
    expect((await detail(id)).can).toMatchObject({ drop: true, speed_up: false });
    expect(await info(id)).toMatchObject({ problem: 'being_dropped' });
    expect(await isOver(id)).toBe(2300);
    const done = await detail(id);
    expect(done.sub_status).toBe('dropped');
    const told = done.timeline.map(({ sub_status }) => sub_status);
    expect(told).toEqual(expect.arrayContaining(['drop_asked', 'drop_signed', 'mined', 'dropped']));
    await until('the drop to end', async () => (await detail(attempt)).status === 2000);
    expect(await held(stranger.evm)).toBe(before);
    await booksAreRight();
  });

  it('too late: the payment is made, says so, and the drop ends with it', async () => {
    const before = await held(stranger.evm);
    const id = await sent();
    const raw = await rowOf(id);
    const attempt = await droppedBy(id);
    await rpc('anvil_dropTransaction', (await detail(attempt)).txid);
    await rpc('eth_sendRawTransaction', raw);
    expect(await isOver(id)).toBe(2000);
    expect((await detail(id)).sub_status).toBe('drop_late');
    await until('the drop to end', async () => (await detail(attempt)).status === 2300);
    expect((await held(stranger.evm)) - before).toBe(10n ** 17n);
    await booksAreRight();
  });

  it('after it was sped up, and once more for more', async () => {
    const before = await held(stranger.evm);
    const id = await sent();
    const all = [await spedUp(id), await droppedBy(id), await droppedBy(id)];
    expect((await info(id)).attempts.map(({ kind }) => kind)).toEqual(['payment', 'speed_up', 'drop', 'drop']);
    expect(await isOver(id)).toBe(2300);
    for (const attempt of all) await until('it to end', async () => (await detail(attempt)).status >= 2000);
    expect(await held(stranger.evm)).toBe(before);
    await booksAreRight();
  });
});

describe('it is refused', () => {
  it('while another attempt waits, and the same request is the same order', async () => {
    const id = await sent();
    const ask = { ...names(id), request_id: randomUUID(), fee_level: 3 as const };
    const { withdraw_id: attempt } = await fixture.api.withdraw.speedUp(ask);
    expect(await fixture.api.withdraw.speedUp(ask)).toMatchObject({ withdraw_id: attempt, duplicated: true });
    expect(await refusal(faster(id))).toBe(300167);
    expect(await info(id)).toMatchObject({ problem: 'attempt_waits', tiers: [] });
    await fixture.api.withdraw.cancel({ withdraw_id: attempt });
    expect((await info(id)).problem).toBe('');
    await isOver(id);
    await booksAreRight();
  });

  it('where nothing is under way, above what was agreed to, and where the chain takes none', async () => {
    const id = await sent();
    const ask = { ...names(id), request_id: randomUUID(), max_fee: '0.0000001' };
    expect(await refusal(fixture.api.withdraw.speedUp(ask))).toBe(300030);
    await isOver(id);
    expect(await refusal(faster(id))).toBe(300166);
    expect(await refusal(dropped(id))).toBe(300166);
  });
});

describe('while it is asked for', () => {
  /** Something else that holds a row, until it is told to let go. */
  async function holding(statement: string, values: readonly unknown[]) {
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query(statement, [...values]);
    return async (how: 'commit' | 'rollback') => {
      await client.query(how);
      client.release();
    };
  }
  const waits = (what: string) =>
    until(`${what} to wait`, async () => {
      const { rows } = await server.database.pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
        [`%${what}%`],
      );
      return rows.length > 0;
    });
  const told = async (id: number) => (await detail(id)).timeline.map(({ sub_status }) => sub_status);

  it('the payment comes into a block: nothing is asked for, and its timeline tells of nothing', async () => {
    const id = await sent();
    const letGo = await holding("update orders set mined_height = 1, mined_hash = '0x00' where id = $1", [id]);
    const all = [refusal(dropped(id)), refusal(faster(id))];
    await waits('orders_accept');
    await letGo('commit');
    expect(await Promise.all(all)).toEqual([300166, 300166]);
    expect(await told(id)).not.toEqual(expect.arrayContaining([expect.stringMatching(/_asked$/)]));
    const undo = 'update orders set mined_height = null, mined_hash = null where id = $1';
    await server.database.pool.query(undo, [id]);
    await isOver(id);
    await booksAreRight();
  });

  it('the payment stays as it is until that is written, and ends after it', async () => {
    const id = await sent();
    const letGo = await holding('select from balances for update', []);
    const asked = dropped(id);
    await waits('orders_accept');
    const noted = server.database.pool.query('select /* its end */ from orders where id = $1 for update', [id]);
    await waits('its end');
    await letGo('rollback');
    const { withdraw_id: attempt } = await asked;
    await noted;
    expect(await told(id)).toContain('drop_asked');
    expect(await isOver(id)).toBe(2000);
    await until('the drop to end', async () => (await detail(attempt)).status === 2202);
    await booksAreRight();
  });
});

describe('who has to agree to a drop', () => {
  const ruleOf = async (id: number) => {
    const approved = (await detail(id)).timeline.find(({ sub_status }) => sub_status === 'approved');
    return approved?.detail.rule;
  };

  it('none of theirs says, where an API client asks for it: it drops its own payments alone', async () => {
    const key = newDeviceKey();
    const made = await fixture.api.apiClient.save({
      name: 'Robot',
      public_key: key.publicKey,
      ip_list: ['127.0.0.1', '::1'],
    });
    if (!made.proposal) throw new Error('nothing was proposed');
    await decideAt(made.proposal.approval_url, fixture.owner);
    expect(await outcomeOf(fixture.api, made.proposal)).toBe(1);
    const robot = apiClientApi(server.url, { appId: made.app_id, key, origin: 'http://localhost:8700' });
    const id = await sent();
    const ask = { ...names(id), request_id: randomUUID(), fee_level: 2 as const };
    expect(await refusalOf(robot.withdraw.drop(ask))).toBe('orderNotCancellable');
    expect((await info(id)).attempts.length).toBe(1);
    await droppedBy(id);
    expect(await isOver(id)).toBe(2300);
    await booksAreRight();
  });

  it('the rule of the payment says, not one that lets as little pass as its fee is', async () => {
    const when = {
      ...unconditional,
      assets: { mode: 'only', list: [{ chain: chainIds.ETH, contract: '' }] },
      amount: { unit: 'coin', over: '', upTo: String(toUnits('0.05', 18)), hours: '0', scope: 'wallet' },
    };
    const { version } = await fixture.api.strategy.policy({});
    const small = { id: 'small', name: 'Small', enabled: 'on', type: 'transfer', action: 'pass', nodes: [] };
    const made = await fixture.api.strategy.save({ senior: [{ ...small, signProtection: 'off', when }], version });
    await decideAt(made.approval_url, fixture.owner);
    expect(await outcomeOf(fixture.api, made)).toBe(1);
    const [large, little] = [await sent(), await sent('ETH', '0.01')];
    expect([await ruleOf(large), await ruleOf(little)]).toEqual(['basic *', 'Small']);
    const first = await droppedBy(large);
    expect(await ruleOf(first)).toBe('basic *');
    expect(await isOver(large)).toBe(2300);
    await booksAreRight();
  });
});
