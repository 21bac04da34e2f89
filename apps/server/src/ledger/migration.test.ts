import { randomInt, randomUUID } from 'node:crypto';
import type { SubWalletId } from '@holdfast/contract';
import { testChains } from '@holdfast/testkit';
import { randomFrom } from '@holdfast/testkit/random';
import { runsOf } from '@holdfast/testkit/runs';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { type AssetRow, migrate, readMigrations } from '../db/migrate.ts';
import { assetRows, findAllDrift, findFreezes, findNewDrift, settleHold } from './service.ts';
import { balanceOf, idOf } from './test/assets.ts';
import { makePeople, type People } from './test/books.ts';

const bySymbol = readMigrations().filter(({ version }) => version < 64);
/** Statements up to the end of it: begin, lock, what is applied, its own with their notes. */
const ofTheStep = 16;
/** Kills among the statements of later steps: so many however many steps come to be, each of which begins with all before it. */
const ofLaterSteps = 32;
const later = readMigrations().length - bySymbol.length;
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const assets: readonly AssetRow[] = assetRows(testChains);
const usdc = assets.find(({ symbol }) => symbol === 'USDC') as AssetRow;

let database: TestDatabase;
let people: People;
let wallet: SubWalletId;
const open: TestDatabase[] = [];
afterAll(async () => {
  for (const each of open) await each.close();
});

/** As `ledger_post` was before: by symbols. */
const posted = (ref: string, symbol: string, from: string, to: string, amount: number) =>
  database.pool.query('select ledger_post($1, $2, $3, $4)', [
    people.workspaceId,
    'deposit_credited',
    ref,
    JSON.stringify([
      { sub_wallet_id: wallet, symbol, bucket: from, amount: -amount },
      { sub_wallet_id: wallet, symbol, bucket: to, amount },
    ]),
  ]);

/** A database of the version before, with something in every table that named a coin. */
beforeEach(async () => {
  database = await startTestDatabase(bySymbol);
  open.push(database);
  const { pool, db } = database;
  people = await makePeople(db);
  wallet = people.subWallets[0] as SubWalletId;
  await posted('in:1', 'ETH', 'chain', 'available', 100);
  await posted('in:2', 'USDC', 'chain', 'available', 70);
  await posted('in:3', 'BTC', 'chain', 'pending_in', 9);
  const order = {
    ...{ workspace_id: people.workspaceId, sub_wallet_id: wallet, kind: 'withdraw', request_id: 'r1' },
    ...{ request_hash: 'a'.repeat(64), source: 3, chain: usdc.chain, symbol: 'USDC', contract: usdc.contract },
    ...{
      token_id: '',
      amount: '50',
      address_from: 'own',
      address_to: 'to',
      memo: '',
      fee_symbol: 'ETH',
      max_fee: '10',
    },
    ...{ outputs: [{ address: 'to', amount: '50', memo: '' }], remark: '', fee_plan: {}, initiator: 'm1' },
    ...{ initiator_user: people.userId, intent_id: randomUUID(), intent: '{}', digest: 'b'.repeat(64) },
    expires_at: new Date().toISOString(),
  };
  await pool.query('select * from orders_accept($1)', [JSON.stringify([order])]);
  const { rows } = await pool.query(
    `insert into addresses (workspace_id, sub_wallet_id, chain, key_group_id, path, branch, index, address, public_key, attestations)
    select $1, $2, 'bitcoin:regtest', key_group_id, 'm/1', 0, 0, 'own', '', '{}' from workspaces returning id`,
    [people.workspaceId, wallet],
  );
  await pool.query(
    `insert into deposits (workspace_id, sub_wallet_id, address_id, chain, txid, idx, symbol, amount, address_from, address_to, needed, status,
      sub_status, height, block_hash) values ($1, $2, $3, 'bitcoin:regtest', 't', 0, 'BTC', 9, 'x', 'own', 2, 1000, 'confirming', 1, 'h')`,
    [people.workspaceId, wallet, rows[0].id],
  );
  await pool.query("insert into asset_freezes (workspace_id, symbol, reason) values ($1, 'BTC', 'test')", [
    people.workspaceId,
  ]);
  await pool.query(
    "insert into focus_coins (workspace_id, user_id, sub_wallet_id, symbol) values ($1, $2, $3, 'USDC'), ($1, $2, $3, 'GONE')",
    [people.workspaceId, people.userId, wallet],
  );
});

const version = async (): Promise<number> =>
  (await database.pool.query('select max(version) as v from schema_migrations')).rows[0].v;
const journal = async (column: string) =>
  (
    await database.pool.query(
      `select transfer_id, line, ${column} as coin, bucket, amount from ledger_entries order by 1, 2`,
    )
  ).rows;

/** Every balance is where it was, agrees with the journal, and the open hold can be ended. */
async function isWhole(): Promise<void> {
  const { db, pool } = database;
  const of = (symbol: string) => balanceOf(db, people.workspaceId, wallet, symbol);
  expect(await of('ETH')).toMatchObject({ available: 90n, frozen: 10n });
  expect(await of('USDC')).toMatchObject({ available: 20n, frozen: 50n });
  expect(await of('BTC')).toMatchObject({ available: 0n, pending_in: 9n });
  expect([await findAllDrift(db), await findNewDrift(db)]).toEqual([[], []]);
  const names = `select a.symbol, a.chain, a.contract from`;
  const by = (from: string) => pool.query(`${names} ${from}`).then(({ rows }) => rows);
  expect(await by('orders join assets a on a.id = asset_id')).toEqual([
    { symbol: 'USDC', chain: usdc.chain, contract: usdc.contract },
  ]);
  expect(await by('deposits join assets a on a.id = asset_id')).toMatchObject([{ symbol: 'BTC' }]);
  expect(await by('focus_coins join assets a on a.id = asset_id')).toMatchObject([{ symbol: 'USDC' }]);
  expect(await findFreezes(db, people.workspaceId)).toMatchObject([{ symbol: 'BTC', reason: 'test' }]);
  const { rows } = await pool.query('select id from orders');
  const ended = { workspaceId: people.workspaceId, ref: `order:${rows[0].id}`, spent: 50n, fee: 4n };
  await settleHold(db, { ...ended, assetId: await idOf(db, 'USDC'), feeAssetId: await idOf(db, 'ETH') });
  expect(await of('USDC')).toMatchObject({ available: 20n, frozen: 0n });
  expect(await of('ETH')).toMatchObject({ available: 96n, frozen: 0n });
  expect(await findAllDrift(db)).toEqual([]);
}

describe('a database whose rows name coins by their symbols', () => {
  test('names assets afterwards, entry by entry, when two servers start at once', async () => {
    const before = await journal('symbol');
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { assets })));
    expect(applied.flat()).toContain(65);
    const symbolOf = new Map<number, string>();
    for (const { symbol } of assets) symbolOf.set(await idOf(database.db, symbol), symbol);
    const after = (await journal('asset_id')).map((row) => ({ ...row, coin: symbolOf.get(row.coin) }));
    expect(after).toEqual(before);
    await isWhole();
  });

  test(`is as it was after a kill at any statement of the step, and the next start finishes it (seed ${seed})`, async () => {
    const before = await journal('symbol');
    const random = randomFrom(seed);
    let killedAt = 0;
    // A later step has two statements, its own and its note.
    const apart = Math.ceil((2 * later) / runsOf(ofLaterSteps));
    // At each statement of the step itself; at some of those of later ones, which are tried again and again on the way there.
    for (let at = 1; ; at += at < ofTheStep ? 1 : random.between(1, 2 * apart - 1)) {
      const died = await migrate(dyingAt(database.pool, at), { assets }).then(
        () => false,
        () => true,
      );
      if (!died) break;
      killedAt = at;
      expect(await version()).toBeLessThan(64);
      expect(await journal('symbol')).toEqual(before);
    }
    // begin, lock, what is applied, the steps with their notes, the assets, commit
    expect(killedAt).toBeGreaterThan(8);
    await isWhole();
  });

  test('is left as it was when the configuration does not say what each of them is', async () => {
    const unfit: readonly [RegExp, readonly AssetRow[]][] = [
      [/none, or several, called: USDC/, assets.filter(({ symbol }) => symbol !== 'USDC')],
      [/none, or several, called: USDC/, [...assets, { ...usdc, contract: '0x1' }]],
      [
        /another chain or contract .* USDC on evm:31337/,
        assets.map((each) => (each === usdc ? { ...each, contract: '0x1' } : each)),
      ],
      [
        /another chain or contract .* BTC on bitcoin:regtest/,
        assets.map((each) => (each.symbol === 'BTC' ? { ...each, chain: 'bitcoin:mainnet' } : each)),
      ],
    ];
    for (const [told, configured] of unfit) {
      await expect(migrate(database.pool, { assets: configured })).rejects.toThrow(told);
      expect(await version()).toBeLessThan(64);
    }
    await migrate(database.pool, { assets });
    await isWhole();
  });
});

describe('the assets of the configuration', () => {
  const change = (to: Partial<AssetRow>) => assets.map((each) => (each === usdc ? { ...each, ...to } : each));
  beforeEach(() => migrate(database.pool, { assets }));

  test('are taken in at every start: new ones, and another symbol of a known one', async () => {
    const id = await idOf(database.db, 'USDC');
    const fresh = { ...usdc, contract: '0x1', symbol: 'NEW' };
    for (let start = 0; start < 3; start++)
      await migrate(database.pool, { assets: [...change({ symbol: 'USDT' }), fresh] });
    expect(await idOf(database.db, 'USDT')).toBe(id);
    expect(await sql`select from assets`.execute(database.db)).toMatchObject({ rows: { length: 4 } });
    expect(await balanceOf(database.db, people.workspaceId, wallet, 'USDT')).toMatchObject({ available: 20n });
  });

  test('that the ledger keeps in another spelling get that of their network, with what is booked in them', async () => {
    const id = await idOf(database.db, 'USDC');
    await sql`update assets set contract = lower(contract) where id = ${id}`.execute(database.db);
    await migrate(database.pool, { assets });
    expect(await sql`select contract from assets where id = ${id}`.execute(database.db)).toMatchObject({
      rows: [{ contract: usdc.contract }],
    });
    expect(await balanceOf(database.db, people.workspaceId, wallet, 'USDC')).toMatchObject({ available: 20n });
  });

  test('are refused with other decimals, or a contract in another spelling: stored amounts would mean something else', async () => {
    for (const to of [{ decimals: 18 }, { contract: usdc.contract.toLowerCase() }])
      await expect(migrate(database.pool, { assets: change(to) })).rejects.toThrow(/ledger keeps it with 6 decimals/);
  });
});

/** A pool whose connection dies before its n-th statement. */
function dyingAt(pool: pg.Pool, n: number): pg.Pool {
  let left = n;
  const connect = async () => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    const query = async (...args: [string, unknown[]?]) => {
      if (--left === 0) {
        const { rows } = await client.query('select pg_backend_pid() as pid');
        await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
      }
      return client.query(...args);
    };
    return { query, release: () => client.release(true) };
  };
  return { connect } as unknown as pg.Pool;
}
