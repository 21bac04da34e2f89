import { createExportVerifier, entryLine, headLine, logKey } from '@holdfast/audit';
import { newIdentity } from '@holdfast/channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { systemClock } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import { becomeSequencer } from './queries.ts';
import { sequence } from './sequencer.ts';
import { createAudit, createRecorder, theSystem } from './service.ts';

const key = logKey(newIdentity().sign.public);
const record = createRecorder(
  'wallet.updateAlias',
  { ...theSystem, agent: 'a\u202eb\nc', actor: 'user:7' },
  systemClock,
);
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const rows = async () =>
  (await database.pool.query<{ entry: string; hash: Buffer }>('select entry, hash from audit_log order by seq')).rows;
/** Checks chain and sequence of what is in the database; without a checkpoint the end is unsigned, and nothing else may be wrong. */
async function verdict() {
  const verifier = createExportVerifier();
  verifier.line(headLine(key.name, [key]));
  for (const { entry, hash } of await rows()) verifier.line(entryLine(entry, hash.toString('hex')));
  return verifier.end();
}
const waitingForLock = `select 1 from pg_locks join pg_database d on d.oid = database and datname = current_database()
  where locktype = 'advisory' and not granted`;
const unsigned = { ok: false, fault: 'unsigned', entry: 0 };

test('many writers and four sequencers at once: every committed event is chained once, in order, and no other', async () => {
  const { db } = database;
  let writing = true;
  const chain = async (): Promise<void> => {
    while (writing) await sequence(db, key.name);
  };
  const chaining = Promise.all([chain(), chain(), chain(), chain()]);
  await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      inTransaction(db, async (tx) => {
        await record(tx, { object: `order:${i}` });
        if (i % 4 === 0) throw new Error('given up');
      }).catch(() => undefined),
    ),
  );
  writing = false;
  await chaining;
  while ((await sequence(db, key.name)) > 0);
  const objects = (await rows()).map(({ entry }) => (JSON.parse(entry) as { object: string }).object);
  const committed = Array.from({ length: 400 }, (_, i) => i).filter((i) => i % 4 !== 0);
  expect(objects.map((object) => Number(object.slice(6))).sort((a, b) => a - b)).toEqual(committed);
  expect(await verdict()).toMatchObject(unsigned);
});

test('whoever finds another at it waits for them: what was recorded before is chained when it returns', async () => {
  const before = (await rows()).length;
  await record(database.db, { object: 'order:1000' });
  let returned = false;
  const waiting = await inTransaction(database.db, async (tx) => {
    await becomeSequencer(tx);
    const chaining = sequence(database.db, key.name).then(() => {
      returned = true;
    });
    await expect
      .poll(async () => (await database.pool.query(waitingForLock)).rowCount, { message: 'the second waits' })
      .toBe(1);
    expect(returned).toBe(false);
    return { chaining };
  });
  await waiting.chaining;
  expect(await rows()).toHaveLength(before + 1);
});

test('two events of one transaction stand in the order they were recorded', async () => {
  await inTransaction(database.db, async (tx) => {
    await record(tx, { object: 'order:1001' });
    await record(tx, { object: 'order:1002' });
  });
  await sequence(database.db, key.name);
  expect((await rows()).slice(-2).map(({ entry }) => /order:\d+/.exec(entry)?.[0])).toEqual([
    'order:1001',
    'order:1002',
  ]);
});

test('what can be no entry does not stop the log: it is told that it was there', async () => {
  const before = (await rows()).length;
  for (const junk of ['{"object": 1}', '{}', '{"time": "99999999999999999"}'])
    await database.pool.query('insert into audit_outbox (record) values ($1::jsonb)', [junk]);
  await record(database.db, { object: 'order:2000' });
  await sequence(database.db, key.name);
  const fresh = (await rows()).slice(before).map(({ entry }) => JSON.parse(entry) as { action: string; after: string });
  expect(fresh.map(({ action }) => action)).toEqual([...Array(3).fill('log.unreadable'), 'wallet.updateAlias']);
  expect(new Set(fresh.slice(0, 3).map(({ after }) => after)).size).toBe(3);
  expect(await verdict()).toMatchObject(unsigned);
});

test('an event that can be no entry is refused where it is recorded, and what it tells of with it', async () => {
  await expect(record(database.db, { object: 'a b' })).rejects.toThrow('badEntry');
  expect(() => record.of({ detail: { 'not a name': '' } })).toThrow('badEntry');
});

test('text of strangers is one line without anything that turns it', async () => {
  const { agent, detail } = record.of({ detail: { to: `${'x'.repeat(400)}\u0000\u2028` } });
  expect(agent).toBe('abc');
  expect(detail).toEqual({ to: 'x'.repeat(300) });
});

test('however many wait for another server that hangs, one transaction of this one does, and none for long', async () => {
  const { db, pool } = database;
  const log = { warn: () => undefined, error: () => undefined };
  const audit = createAudit({ db, clock: systemClock, identity: newIdentity(), signers: [], log });
  const hanging = await pool.connect();
  try {
    await hanging.query('begin');
    await hanging.query('select pg_advisory_xact_lock(1096107081)');
    const all = Promise.allSettled(Array.from({ length: 20 }, () => audit.settle()));
    await expect.poll(async () => (await pool.query(waitingForLock)).rowCount).toBe(1);
    // More than all places there are for transactions would wait: others go on.
    await inTransaction(db, (tx) => record(tx, { object: 'order:3000' }));
    const ended = await all;
    expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
    expect(ended.every((one) => one.status === 'rejected' && /databaseBusy/.test(String(one.reason)))).toBe(true);
  } finally {
    await hanging.query('rollback');
    hanging.release();
  }
  await audit.settle();
  expect((await rows()).at(-1)?.entry).toContain('order:3000');
});

test('who comes while it is chained waits for a round that begins after that', async () => {
  const { db } = database;
  const log = { warn: () => undefined, error: () => undefined };
  const audit = createAudit({ db, clock: systemClock, identity: newIdentity(), signers: [], log });
  for (let n = 0; n < 30; n++) {
    const before = audit.settle();
    await record(db, { object: `order:${4_000 + n}` });
    await audit.settle();
    expect((await rows()).at(-1)?.entry).toContain(`order:${4_000 + n}`);
    await before;
  }
});
