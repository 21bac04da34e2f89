import { type Intent, parseIntent } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bumpWaiting } from '../orders/bumps.ts';
import { type Bare, startBare } from '../test/bare.ts';
import { gatherFacts, spentIn } from './facts.ts';

let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
});
afterAll(() => bare?.close());

const hourMs = 3_600_000;

it('a payee is listed from the moment at which the rules of the book say so, by one clock for both', async () => {
  const { db, pool } = bare.database;
  const id = await bare.order(100_000n);
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const made = parseIntent(order.intent);
  const entry = 'e1'.repeat(32);
  const intent: Intent = { ...made, outputs: made.outputs.map((output) => ({ ...output, entry })) };
  const [output] = intent.outputs;
  if (!output) throw new Error('nobody is paid');
  const since = Date.now();
  await pool.query(
    `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
      values ($1, $2, $3, $4, '', '{}', 'Payee', $5)`,
    [order.workspace_id, entry, [intent.chain], output.address, new Date(since)],
  );
  const document = { ...bare.document, book: { mode: 'on', coolingHours: '24' } as const };
  const after = async (hours: number, graceRules: Parameters<typeof gatherFacts>[1]['graceRules'] = []) => {
    const clock = () => new Date(since + hours * hourMs);
    const facts = await gatherFacts({ ...bare.deps(), clock }, { document, graceRules }, intent, {
      quotes: [],
      risen_quotes: [],
    });
    return facts.isListed(intent, output);
  };
  expect([await after(23), await after(24)]).toEqual([false, true]);
  // What was asked for before it was loosened counts until then.
  const longer = { mode: 'on', coolingHours: '48', until: since + 30 * hourMs } as const;
  expect([await after(29, [longer]), await after(31, [longer])]).toEqual([false, true]);
});

it('a window counts what was dropped as if it were made, as signers do, and nothing that ended otherwise', async () => {
  const { db, pool } = bare.database;
  const { workspace_id } = await db.selectFrom('orders').select('workspace_id').executeTakeFirstOrThrow();
  const spent = async () => {
    const query = {
      hours: 24,
      scope: 'workspace',
      wallet: '',
      member: '',
      counts: () => true,
      except: nobody,
    } as const;
    return (await spentIn(bare.deps(), { workspace: String(workspace_id) }, query)).units;
  };
  const nobody = '00000000-0000-0000-0000-000000000000';
  const before = await spent();
  const ended = async (amount: bigint, sub: string) => {
    const id = await bare.order(amount);
    const { max_fee } = await db.selectFrom('orders').select('max_fee').where('id', '=', id).executeTakeFirstOrThrow();
    for (const status of [1100, 1200])
      await pool.query("update orders set status = $2, raw = '00', txid = 'x' || id where id = $1", [id, status]);
    expect(await spent()).toBe(before + amount + max_fee);
    await pool.query('update orders set status = 2300, sub_status = $2 where id = $1', [id, sub]);
    return amount + max_fee;
  };
  await ended(1_000n, 'replaced');
  expect(await spent()).toBe(before);
  const dropped = await ended(2_000n, 'dropped');
  expect(await spent()).toBe(before + dropped);
});

it('a window in cents stays known while a payment is sent once more by its rule', async () => {
  const { db, pool } = bare.database;
  const id = await bare.order(3_000n);
  await pool.query('update orders set status = 1100 where id = $1', [id]);
  await pool.query(
    "update orders set status = 1200, raw = '00', txid = 'y' || id, value_cents = 500, fee_cents = 7, broadcast_at = now() - interval '31 minutes' where id = $1",
    [id],
  );
  // Every other order of this file has no value.
  await pool.query('update orders set value_cents = 0, fee_cents = 0 where id <> $1', [id]);
  const { workspace_id, sub_wallet_id, chain } = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await pool.query(
    'insert into bump_rules (workspace_id, sub_wallet_id, chain, after_minutes, times) values ($1, $2, $3, 30, 2)',
    [workspace_id, sub_wallet_id, chain],
  );
  const cents = async () => {
    const query = { hours: 24, scope: 'workspace', wallet: '', member: '', counts: () => true } as const;
    const except = '00000000-0000-0000-0000-000000000000';
    return (await spentIn(bare.deps(), { workspace: String(workspace_id) }, { ...query, except })).cents;
  };
  expect(await cents()).toBe(507n);
  await bumpWaiting(bare.deps());
  const bumps = await db.selectFrom('orders').select('kind').where('raises', '=', id).execute();
  expect(bumps).toEqual([{ kind: 'bump' }]);
  expect(await cents()).toBe(507n);
});
