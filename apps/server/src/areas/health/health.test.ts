import { fixedClock } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Installed, install, recordedActions, startTestServer, type TestServer } from '../../../test/index.ts';

const clock = fixedClock();
let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  server = await startTestServer({ clock });
  fixture = await install(server);
});
afterAll(() => server.close());

const status = () => fixture.api.health.status({});
const troubles = async () => (await fixture.api.signing.status({})).troubles;

test('every signer is told of by what it said itself, and every network with its nodes, without their addresses', async () => {
  const { signers, chains, database, server: machine } = await status();
  expect(signers.map(({ id, state, version, disk }) => [id, state, version, disk])).toEqual([
    ['1', 'signing', '0.0.0-test', 'unknown'],
    ['2', 'signing', '0.0.0-test', 'unknown'],
  ]);
  expect(signers.map(({ heard_at }) => heard_at)).toEqual([clock(), clock()]);
  // Their clock is the machine's, this server's stands still elsewhere.
  expect(signers.every(({ clock_off }) => clock_off)).toBe(true);
  expect(chains.length).toBeGreaterThan(1);
  expect(database.size_bytes).toBeGreaterThan(0);
  expect(machine.free_bytes).toBeGreaterThan(0);
  expect(JSON.stringify((await status()).chains)).not.toMatch(/https?:/);
});

test('a signer that stops is silent, with when it was last heard; soon it is told of everywhere; all is well once it answers', async () => {
  const [, second] = server.signers;
  const heard = clock();
  second?.setDown(true);
  clock.advance(2_000);
  await vi.waitFor(async () =>
    expect((await status()).signers[1]).toMatchObject({ state: 'silent', heard_at: heard, version: '0.0.0-test' }),
  );
  expect((await status()).signers[0]?.state).toBe('signing');
  expect(await troubles()).not.toContain('signer');
  clock.advance(10_000);
  await vi.waitFor(async () => expect(await troubles()).toContain('signer'), 5_000);
  second?.setDown(false);
  await vi.waitFor(async () => expect((await status()).signers[1]?.state).toBe('signing'), 5_000);
  await vi.waitFor(async () => expect(await troubles()).not.toContain('signer'), 5_000);
});

test('a network that no node answers for is told of, with since when', async () => {
  await vi.waitFor(async () =>
    expect((await status()).chains[0]).toMatchObject({
      state: 'down',
      down_since: expect.any(Date),
      nodes: [{ place: 1, state: 'silent', height: null }],
    }),
  );
});

test('a coin that a signer names and nobody here knows is told of, and a nonce that it names is none', async () => {
  const lost = async () => Object.fromEntries((await status()).chains.map((chain) => [chain.chain_id, chain.lost]));
  const none = await lost();
  expect(new Set(Object.values(none))).toEqual(new Set([0]));
  const [coins, accounts] = ['bitcoin:', 'evm:'].map((family) => Object.keys(none).find((id) => id.startsWith(family)));
  const told = [
    [coins, `${'ab'.repeat(32)}:0`],
    [coins, `${'ab'.repeat(32)}:1`],
    [coins, `${'cd'.repeat(32)}:0`],
    [accounts, '0x00|7'],
  ];
  for (const about of told)
    await server.database.pool.query(
      "insert into open_keys (signer, intent_id, chain, key) values ('1', 'x', $1, $2)",
      about,
    );
  expect(await lost()).toEqual({ ...none, [coins ?? '']: 2 });
});

test('whoever writes how a network is followed need not say since when, nor when its last block came', async () => {
  const client = await server.database.pool.connect();
  const times = async (change: string) => {
    const { rows } = await client.query(
      `update chain_state set ${change} where chain = 'x' returning tip_at is not null as seen, down_since is not null as down`,
    );
    return rows[0];
  };
  await client.query("begin; insert into chain_state (chain) values ('x')");
  expect(await times("state = 'following', tip = 7")).toEqual({ seen: true, down: false });
  expect(await times("state = 'down'")).toEqual({ seen: true, down: true });
  expect(await times("state = 'catching_up'")).toEqual({ seen: true, down: false });
  await client.query('rollback');
  client.release();
});

test('a backup is due until somebody notes it, and its note is in the log', async () => {
  const upkeep = async (kind: string) => (await status()).upkeep.find((one) => one.kind === kind);
  expect(await upkeep('database')).toMatchObject({ done_at: null, due: true });
  await fixture.api.health.note({ upkeep: 'database', remark: 'to the other workspace' });
  expect(await upkeep('database')).toMatchObject({
    done_at: clock(),
    by_name: 'Owner',
    remark: 'to the other workspace',
    due: false,
  });
  expect(await upkeep('signers')).toMatchObject({ due: true });
  expect(await recordedActions(server)).toContain('health.note');
});

test('an overdue backup is told of to those who may note it, on every screen, until it is noted', async () => {
  // What was looked at is known for a minute.
  const old = async (days: number) => {
    const since = new Date(clock().getTime() - days * 86_400_000);
    await server.database.pool.query('update workspaces set created_at = $1', [since]);
    clock.advance(60_000);
  };
  await old(1);
  expect(await troubles()).not.toContain('upkeep');
  await old(32);
  expect(await troubles()).toContain('upkeep');
  const role = (to: string) => server.database.pool.query('update members set role = $1', [to]);
  await role('viewer');
  expect(await troubles()).not.toContain('upkeep');
  await role('owner');
  await fixture.api.health.note({ upkeep: 'signers' });
  expect(await troubles()).not.toContain('upkeep');
});
