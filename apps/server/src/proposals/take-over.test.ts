import { unconditional } from '@holdfast/policy';
import { decideAt } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordedActions, recordedEntries, startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'processes' });
  fixture = await setUp(server.place);
  await server.database.pool.query(`create function hold_taken() returns trigger language plpgsql as $$ begin
    raise exception 'the server dies here'; end $$`);
});
afterAll(() => server.close());

const patient = { timeout: 40_000, interval: 50 };

interface Made {
  readonly item_id: number;
  readonly approval_url: string;
}
let count = 0;
/** A rule that refuses: it only takes away, so its initiator alone decides. */
async function proposeRule(): Promise<Made> {
  const { version } = await fixture.api.strategy.policy({});
  const when = unconditional;
  const id = `rule-${++count}`;
  const rule = {
    id,
    name: id,
    enabled: 'on',
    type: 'transfer',
    when,
    action: 'refuse',
    signProtection: 'on',
    nodes: [],
  };
  return fixture.api.strategy.higherSave({ rule, version });
}
async function proposePayee(): Promise<Made> {
  const address = `0x${(0x7000 + ++count).toString(16).padStart(40, '0')}`;
  const item = { chains: ['evm:31337'], address, memo: '', symbols: [], label: `Payee ${count}` };
  return fixture.api.addressBook.add({ items: [item], remark: '' });
}
const kinds = [
  ['rules', proposeRule],
  ['address book', proposePayee],
] as const;

interface Info {
  readonly policy: { readonly version: string; readonly hash: string };
  readonly book: { readonly hash: string };
}
const standingAt = async (signer: number): Promise<string> => {
  const response = await fetch(`${server.place.origins[signer]}/api/info`);
  const { policy, book } = (await response.json()) as Info;
  return `${policy.hash} ${book.hash}`;
};
const statusOf = async ({ item_id }: Made): Promise<number> =>
  (await fixture.api.strategy.auditInfo({ item_id })).status;
const agreed = async (): Promise<void> => expect(await standingAt(0)).toBe(await standingAt(1));
/** The same page at the second signer. */
const atSecond = ({ approval_url }: Made): string =>
  approval_url.replace(server.place.origins[0] ?? '', server.place.origins[1] ?? '');

/** The server dies each time right after the first signer has taken a change over, before it has written that down. */
const dieThere = () =>
  server.database.pool.query(`create trigger hold_taken before update of taken_by on proposals for each row
    when (old.taken_by is distinct from new.taken_by) execute function hold_taken()`);
const live = async (): Promise<void> => {
  await server.database.pool.query('drop trigger hold_taken on proposals');
  await server.database.pool.query('update proposals set next_at = now() where status = 5');
};
/** Decided, and in force at the first signer only. */
async function half(made: Made): Promise<void> {
  const before = await standingAt(0);
  await dieThere();
  await decideAt(made.approval_url, fixture.owner);
  await vi.waitFor(async () => expect(await standingAt(0)).not.toBe(before), patient);
  expect(await standingAt(1)).toBe(before);
}
const passes = (made: Made): Promise<void> => vi.waitFor(async () => expect(await statusOf(made)).toBe(1), patient);

it.each(kinds)(
  'a refusal at one signer, after another has a change of the %s, does not keep them apart',
  async (_, propose) => {
    const made = await propose();
    await half(made);
    await decideAt(atSecond(made), fixture.owner, 'refuse');
    expect(await statusOf(made)).toBe(5);
    await live();
    await passes(made);
    await agreed();
  },
  90_000,
);

it.each(kinds)(
  'a signer and the server killed between the two halves of a change of the %s go on where they were',
  async (_, propose) => {
    const second = server.real?.signers[1];
    const made = await propose();
    await half(made);
    await second?.kill();
    await server.restart();
    fixture = { ...fixture, api: server.api({ token: fixture.token }) };
    await live();
    expect(await statusOf(made)).toBe(5);
    await vi.waitFor(
      async () => expect((await fixture.api.signing.status({})).divergence).toEqual({ item_id: made.item_id }),
      patient,
    );
    expect(await recordedActions(server)).toContain('signers.differ');
    await second?.start();
    await server.database.pool.query('update proposals set next_at = now() where status = 5');
    await passes(made);
    await agreed();
    expect((await fixture.api.signing.status({})).divergence).toBeNull();
  },
  120_000,
);

/** Both decided, the first before the second, while the server begins to take nothing over. */
async function decidedInOrder(both: readonly [Made, Made]): Promise<void> {
  const { pool } = server.database;
  await pool.query(`create trigger hold_claims before update of lease_until on proposals for each row
    when (new.status = 5 and new.lease_until is not null) execute function hold_taken()`);
  for (const made of both) {
    await decideAt(made.approval_url, fixture.owner);
    await vi.waitFor(async () => expect(await statusOf(made)).toBe(5), patient);
  }
  await pool.query('drop trigger hold_claims on proposals');
}
const askedAgain = async (): Promise<number> => (await recordedEntries(server, ['proposal.askedAgain'])).length;

it('of two approved changes the rules come first: the payee, approved under the earlier rules, is asked for again', async () => {
  const both = [await proposeRule(), await proposePayee()] as const;
  const [rule, payee] = both;
  await decidedInOrder(both);
  await passes(rule);
  const urlNow = async (): Promise<string> =>
    (await fixture.api.strategy.auditInfo({ item_id: payee.item_id })).approval_url;
  await vi.waitFor(async () => expect(await urlNow()).not.toBe(payee.approval_url), patient);
  expect(await statusOf(payee)).toBe(0);
  await agreed();
  await decideAt(await urlNow(), fixture.owner);
  await passes(payee);
  await agreed();
}, 90_000);

it('of two approved changes the payee comes first: both pass, since the book is no part of what the rules were approved under', async () => {
  const [payee, rule] = [await proposePayee(), await proposeRule()];
  const before = await askedAgain();
  await decidedInOrder([payee, rule]);
  await passes(payee);
  await passes(rule);
  expect(await askedAgain()).toBe(before);
  await agreed();
}, 90_000);

it('what one signer has is never ended in the database, whatever becomes of it', async () => {
  const made = await proposeRule();
  const { pool } = server.database;
  await fixture.api.strategy.cancel({ item_id: made.item_id });
  const { rows } = await pool.query<{ id: string }>(
    `insert into proposals (workspace_id, kind, item_type, subject, remark, initiator_user, initiator, intent_id, intent, digest, document,
      policy_version, status, taken_by, next_at, decided_at, expires_at)
    select workspace_id, 'export', item_type, subject, remark, initiator_user, initiator, gen_random_uuid(), intent, reverse(digest), document,
      policy_version, 5, '{1}', 'infinity', now(), expires_at from proposals where id = $1 returning id`,
    [made.item_id],
  );
  for (const to of [0, 2, 6])
    await expect(pool.query('update proposals set status = $1 where id = $2', [to, rows[0]?.id])).rejects.toThrow(
      'is being taken over',
    );
  await expect(pool.query(`update proposals set taken_by = '{}' where id = $1`, [rows[0]?.id])).rejects.toThrow(
    'was taken over',
  );
});
