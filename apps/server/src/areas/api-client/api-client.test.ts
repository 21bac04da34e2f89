import { parsePolicy } from '@holdfast/policy';
import { type Api, decideAt, newTestMember, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { recordedActions, startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
let api: Api;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
  api = fixture.api;
});
afterAll(() => server.close());

const dayMs = 86_400_000;
const key = () => newTestMember('?', 'viewer').key.publicKey;
const here = ['127.0.0.1'];
const rules = async () => parsePolicy((await api.strategy.policy({})).document);
const ruleOf = async (id: string) => (await rules()).members.find((one) => one.id === id);
const shown = async (app_id: string) => (await api.apiClient.detail({ app_id })).list[0];
type Proposed = Awaited<ReturnType<Api['apiClient']['save']>>['proposal'];
/** What the owner decides on the signer's page, and what becomes of it. */
async function passes(made: Proposed): Promise<number> {
  if (!made) throw new Error('nothing was proposed');
  await decideAt(made.approval_url, fixture.owner);
  return outcomeOf(api, made);
}
async function added(name: string) {
  const made = await api.apiClient.save({ name, public_key: key(), ip_list: here });
  expect(await passes(made.proposal)).toBe(1);
  return made.app_id;
}

it('is a member that may ask once the members have agreed, and nothing before', async () => {
  const public_key = key();
  const { app_id, proposal } = await api.apiClient.save({
    name: 'Payroll',
    public_key,
    ip_list: ['10.0.0.0/8', '::1'],
  });
  expect(await shown(app_id)).toMatchObject({ status: 2, item_id: proposal?.item_id, public_key, name: 'Payroll' });
  expect(await ruleOf(app_id)).toBeUndefined();
  expect((await api.strategy.auditInfo({ item_id: proposal?.item_id ?? 0 })).rule).toMatchObject({ id: 'api' });
  expect(await passes(proposal)).toBe(1);
  expect(await ruleOf(app_id)).toMatchObject({ role: 'api', status: 'active', keyHolder: 'no', name: 'Payroll' });
  expect(await shown(app_id)).toMatchObject({
    status: 1,
    item_id: null,
    ip_list: ['10.0.0.0/8', '::1'],
    expire_at: null,
  });
  expect(await recordedActions(server)).toContain('program.save');
});

it('has no name that looks like a member’s, which is said before anybody is asked', async () => {
  const save = (name: string) => api.apiClient.save({ name, public_key: key(), ip_list: here });
  for (const name of ['Раyroll', 'PAYROLL', 'Pay\u200droll']) expect(await refusalOf(save(name))).toBe('looksAlike');
});

it('is bounded by networks or by thirty days', async () => {
  const save = (limits: object) => refusalOf(api.apiClient.save({ name: 'Short', public_key: key(), ...limits }));
  const inDays = (days: number) => ({ expire_at: new Date(Date.now() + days * dayMs) });
  expect(await save({})).toBe('apiClientUnbounded');
  expect(await save(inDays(31))).toBe('apiClientUnbounded');
  expect(await save({ ...inDays(-1), ip_list: here })).toBe('apiClientUnbounded');
  for (const wide of ['0.0.0.0/0', '2001::/16', '::ffff:0:0/96', '::/64', '0:0:0:0:0:ffff::/96'])
    expect(await save({ ip_list: [wide] }), wide).toBe('invalidParameters');
  // The client itself refuses what is no network.
  expect(await save({ ip_list: ['example.org'] })).toBeInstanceOf(ZodError);
  expect(await save(inDays(29))).toBe('accepted');
  expect(await save({ ...inDays(400), ip_list: here })).toBe('accepted');
});

it('is switched off by one member, comes back by the members as it was, and not before they agreed', async () => {
  const app_id = await added('Switch');
  const before = await ruleOf(app_id);
  const off = await api.apiClient.saveStatus({ app_id, status: 0 });
  expect(off.proposal?.instant).toBe(true);
  expect(await recordedActions(server)).toContain('program.saveStatus');
  expect((await shown(app_id))?.status).toBe(0);
  // The rules still say otherwise: what one member asked for last cannot be undone by one.
  expect(await refusalOf(api.apiClient.saveStatus({ app_id, status: 1 }))).toBe('stillProcessing');
  expect(await passes(off.proposal)).toBe(1);
  expect((await ruleOf(app_id))?.status).toBe('removed');
  const on = await api.apiClient.saveStatus({ app_id, status: 1 });
  expect(on.proposal?.instant).toBe(false);
  expect((await shown(app_id))?.status).not.toBe(1);
  expect(await passes(on.proposal)).toBe(1);
  expect(await ruleOf(app_id)).toEqual(before);
  expect((await shown(app_id))?.status).toBe(1);
});

it('stays off when it is switched off while the members decide about switching it on', async () => {
  const app_id = await added('Twice');
  expect(await passes((await api.apiClient.saveStatus({ app_id, status: 0 })).proposal)).toBe(1);
  const on = await api.apiClient.saveStatus({ app_id, status: 1 });
  expect((await api.apiClient.saveStatus({ app_id, status: 0 })).proposal).toBeNull();
  expect(await passes(on.proposal)).toBe(1);
  expect((await ruleOf(app_id))?.status).toBe('active');
  expect((await shown(app_id))?.status).toBe(0);
});

it('is proposed for switching on once, however often and at the same moment it is asked', async () => {
  const app_id = await added('Often');
  expect(await passes((await api.apiClient.saveStatus({ app_id, status: 0 })).proposal)).toBe(1);
  const asked = await Promise.allSettled(
    Array.from({ length: 5 }, () => api.apiClient.saveStatus({ app_id, status: 1 })),
  );
  const [on, ...more] = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(more).toEqual([]);
  const again = () => refusalOf(api.apiClient.saveStatus({ app_id, status: 1 }));
  expect(await again()).toBe('stillProcessing');
  expect((await shown(app_id))?.item_id).toBe(on?.proposal?.item_id);
  // A proposal that was taken back stands in nobody's way.
  await api.strategy.cancel({ item_id: on?.proposal?.item_id ?? 0 });
  expect(await again()).toBe('accepted');
});

it('changes networks and expiry at once, its name by the members', async () => {
  const app_id = await added('Limits');
  const public_key = (await shown(app_id))?.public_key ?? '';
  const narrower = await api.apiClient.save({ app_id, name: 'Limits', public_key, ip_list: ['192.0.2.1'] });
  expect(narrower.proposal).toBeNull();
  expect((await shown(app_id))?.ip_list).toEqual(['192.0.2.1']);
  const named = await api.apiClient.save({ app_id, name: 'Other', public_key, ip_list: here });
  expect((await shown(app_id))?.name).toBe('Limits');
  expect(await passes(named.proposal)).toBe(1);
  expect(await shown(app_id)).toMatchObject({ name: 'Other', status: 1 });
});

it('does not get the key of another member, and another key only with its own acceptance', async () => {
  const app_id = await added('Key');
  const taken = fixture.owner.key.publicKey;
  expect(await refusalOf(api.apiClient.save({ name: 'Copy', public_key: taken, ip_list: here }))).toBe('rulesUnsound');
  const { proposal } = await api.apiClient.save({ app_id, name: 'Key', public_key: key(), ip_list: here });
  const { nodes } = await api.strategy.auditInfo({ item_id: proposal?.item_id ?? 0 });
  expect(nodes.find(({ kind }) => kind === 'accept')?.members.map(({ member_id }) => member_id)).toEqual([app_id]);
});

it('is nobody who could be invited: its account takes no password, and keeps its name', async () => {
  const app_id = await added('Account');
  const email = `${app_id}@client.invalid`;
  const account = async () =>
    (await server.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()) ?? {};
  const before = await account();
  expect(before).toMatchObject({ status: 'locked', nick_name: 'Account' });
  const { link } = await api.team.invite({ name: 'Somebody', email, role: 'operator' });
  const [token, password] = [link.split('/').at(-1) ?? '', 'a password for tests'];
  expect(await refusalOf(server.api().team.join({ token, password }))).toBe('inviteInvalid');
  expect(await account()).toEqual(before);
});
