import { parsePolicy } from '@holdfast/policy';
import {
  type Api,
  apiClientApi,
  decideAt,
  newDeviceKey,
  newTestMember,
  outcomeOf,
  refusalOf,
  type TestApiClient,
  type TestMember,
  totpAt,
} from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { createRecorder, theSystem } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import { followPolicy } from '../team/service.ts';

/** As the test server's configuration has it; where it listens is another matter. */
const origin = 'http://localhost:8700';
let server: TestServer;
let fixture: SetUp;
let ann: { readonly api: Api; readonly member: TestMember };
let robots: Record<'hers' | 'second' | 'owners', TestApiClient>;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
  ann = await joined('ann');
  const hers = await admitted('Hers', ann.api, ann.member);
  const second = await admitted('Second', ann.api, ann.member);
  robots = { hers, second, owners: await admitted('Owners', fixture.api, fixture.owner) };
});
afterAll(() => server.close());

const policy = async () => parsePolicy((await fixture.api.strategy.policy({})).document);
type Made = { readonly item_id: number; readonly approval_url: string } | null;
async function passes(made: Made, by: TestMember = fixture.owner): Promise<void> {
  if (!made) throw new Error('nothing was proposed');
  if (by !== fixture.owner) await decideAt(made.approval_url, by, 'initiate');
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
}
async function joined(name: string) {
  const { link } = await fixture.api.team.invite({ name, email: `${name}@example.org`, role: 'admin' });
  const [token, password] = [link.split('/').at(-1) ?? '', 'a password for tests'];
  const made = await server.api().team.join({ token, password });
  const key = newTestMember('?', 'admin');
  const credential = { id: key.credential, type: 'device', publicKey: key.key.publicKey };
  const confirm = { token, password, totp: totpAt(made.totp_secret, new Date()), credential };
  const grant = await server.api().team.joinConfirm(confirm);
  await passes({ ...grant, ...(await fixture.api.strategy.auditInfo({ item_id: grant.item_id })) });
  const api = server.api({ token: grant.open_token });
  return { api, member: { ...key, id: (await api.user.info({})).wallets[0]?.member_id ?? '' } };
}
async function admitted(name: string, api: Api, by: TestMember): Promise<TestApiClient> {
  const key = newDeviceKey();
  const made = await api.apiClient.save({ name, public_key: key.publicKey, ip_list: ['127.0.0.1', '::1'] });
  await passes(made.proposal, by);
  return { appId: made.app_id, key, origin };
}
const called = (apiClient: TestApiClient) => refusalOf(apiClientApi(server.url, apiClient).transaction.list({}));
const shown = async ({ appId: app_id }: TestApiClient) => (await fixture.api.apiClient.detail({ app_id })).list[0];
async function told(): Promise<unknown[]> {
  await server.logSettled();
  const { rows } = await server.database.pool.query<{ object: string; detail: unknown }>(
    `select object, entry::jsonb -> 'detail' as detail from audit_log where action = 'program.makerRemoved' order by object`,
  );
  return rows;
}

it('is known by the member who proposed it; of one that was there before, nobody knows', async () => {
  const made_by = { member_id: ann.member.id, name: 'ann' };
  expect(await shown(robots.hers)).toMatchObject({ made_by, in_rules: true });
  const { list } = await fixture.api.apiClient.detail({ made_by: ann.member.id });
  expect(list.map(({ name }) => name)).toEqual(['Second', 'Hers']);
  const of = 'update api_clients set made_by = $2 where app_id = $1';
  await server.database.pool.query(of, [robots.owners.appId, null]);
  expect((await shown(robots.owners))?.made_by).toBeNull();
  await server.database.pool.query(of, [robots.owners.appId, fixture.owner.id]);
});

it('is switched off with its maker, in one step with the rules that remove them, or not at all', async () => {
  const { db } = server.database;
  const document = await policy();
  const members = document.members.map((one) => (one.id === ann.member.id ? { ...one, status: 'removed' } : one));
  const without = { ...document, members } as typeof document;
  const record = createRecorder('program.makerRemoved', theSystem, () => new Date());
  const ends = inTransaction(db, async (tx) => {
    await followPolicy(tx, without, record);
    throw new Error('the server ends here');
  });
  await expect(ends).rejects.toThrow('the server ends here');
  expect(await called(robots.hers)).toBe('accepted');
  expect(await told()).toEqual([]);

  // Proposing it switches nothing off: the members could still say no.
  const version = document.version;
  const removal = await fixture.api.team.remove({ member_id: ann.member.id, version });
  expect(await called(robots.hers)).toBe('accepted');
  await passes(removal);
  expect([await called(robots.hers), await called(robots.second)]).toEqual(['appIdInvalid', 'appIdInvalid']);
  expect(await called(robots.owners)).toBe('accepted');
  expect(await shown(robots.hers)).toMatchObject({ status: 0, in_rules: true, made_by: { name: 'ann' } });
  const member = ann.member.id;
  expect(await told()).toEqual(
    [
      { object: `program:${robots.hers.appId}`, detail: { name: 'Hers', member } },
      { object: `program:${robots.second.appId}`, detail: { name: 'Second', member } },
    ].sort((a, b) => a.object.localeCompare(b.object)),
  );
});

it('comes back as any other, by the members, and no later version of the rules switches it off again', async () => {
  const app_id = robots.hers.appId;
  // The signers' rules still name it: one member takes it out there, the others let it in again.
  expect(await refusalOf(fixture.api.apiClient.saveStatus({ app_id, status: 1 }))).toBe('stillProcessing');
  const off = await fixture.api.apiClient.saveStatus({ app_id, status: 0 });
  expect(off.proposal?.instant).toBe(true);
  await passes(off.proposal);
  expect(await shown(robots.hers)).toMatchObject({ status: 0, in_rules: false });
  const on = await fixture.api.apiClient.saveStatus({ app_id, status: 1 });
  expect(on.proposal?.instant).toBe(false);
  await passes(on.proposal);
  expect(await called(robots.hers)).toBe('accepted');

  const before = await told();
  await admitted('Later', fixture.api, fixture.owner);
  const record = createRecorder('program.makerRemoved', theSystem, () => new Date());
  const document = await policy();
  await inTransaction(server.database.db, (tx) => followPolicy(tx, document, record));
  expect([await called(robots.hers), await called(robots.second)]).toEqual(['accepted', 'appIdInvalid']);
  expect(await told()).toEqual(before);
});
