import { type Intent, parseIntent } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bare, startBare } from '../test/bare.ts';
import { gatherFacts } from './facts.ts';

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
