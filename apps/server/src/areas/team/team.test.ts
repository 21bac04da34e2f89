import type { Role } from '@holdfast/contract';
import { type Credential, parsePolicy } from '@holdfast/policy';
import { sendApproval } from '@holdfast/signer-ui/signer-api';
import { type Api, decideAt, newTestMember, outcomeOf, refusalOf, type TestMember, totpAt } from '@holdfast/testkit';
import { assert, newPasskey } from '@holdfast/testkit/signer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordedActions, startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());

const password = 'a password for tests';
const tokenOf = (link: string): string => link.split('/').at(-1) ?? '';
const rules = async () => parsePolicy((await fixture.api.strategy.policy({})).document);
const version = async (): Promise<string> => (await rules()).version;
const deviceKey = ({ credential, key }: TestMember) => ({ id: credential, type: 'device', publicKey: key.publicKey });
/** What the owner decides on the signer's page, and what becomes of it. */
async function passes(made: { item_id: number; approval_url: string }): Promise<number> {
  await decideAt(made.approval_url, fixture.owner);
  return outcomeOf(fixture.api, made);
}

/** What the owner is told, newest first. */
const told = async (): Promise<string[]> => (await fixture.api.notice.list({})).list.map(({ text }) => text);

interface Joined {
  readonly api: Api;
  readonly member: TestMember;
  /** Of their authenticator. */
  readonly secret: string;
}
/** Everything a person does to join, from the link on: a device key, or the given keys. */
async function join(name: string, role: Role, keys: readonly Credential[] = []): Promise<Joined> {
  const { link } = await fixture.api.team.invite({ name, email: `${name}@example.org`, role });
  const token = tokenOf(link);
  const nobody = server.api();
  expect(await refusalOf(nobody.team.joinState({ token }))).toBe('inviteInvalid');
  const made = await nobody.team.join({ token, password });
  expect(await nobody.team.join({ token, password })).toEqual(made);
  const key = newTestMember('?', 'viewer');
  const [credential = deviceKey(key), ...further_credentials] = keys;
  const confirm = { token, password, totp: totpAt(made.totp_secret, new Date()), credential, further_credentials };
  const grant = await nobody.team.joinConfirm(confirm);
  const api = server.api({ token: grant.open_token });
  expect((await api.user.info({})).wallets).toEqual([]);
  // Whoever invited signs first: without being told they would not know.
  const waits = `${name} has joined by your invitation and waits to be admitted by you.`;
  await vi.waitFor(async () => expect(await told()).toContain(waits));
  const state = async () => (await nobody.team.joinState({ token })).status;
  expect(await state()).toBe('proposed');
  const { approval_url } = await fixture.api.strategy.auditInfo({ item_id: grant.item_id });
  expect(await passes({ item_id: grant.item_id, approval_url })).toBe(1);
  expect(await state()).toBe('accepted');
  const [wallet] = (await api.user.info({})).wallets;
  expect(wallet).toMatchObject({ role_name: role });
  return { api, member: { ...key, id: wallet?.member_id ?? '', role }, secret: made.totp_secret };
}

let ann: Joined;
let bob: Joined;

describe('joining', () => {
  it('is offered only as what the rules can hold: nobody makes a key for an invitation that must fail', async () => {
    const ask = { name: 'Xena', email: 'xena@example.org' };
    const wallets = [{ wallet: '2', role: 'viewer' as const }];
    expect(await refusalOf(fixture.api.team.invite({ ...ask, role: 'admin', wallets }))).toBe('rulesUnsound');
    const nowhere = [{ wallet: '999', role: 'viewer' as const }];
    expect(await refusalOf(fixture.api.team.invite({ ...ask, role: 'operator', wallets: nowhere }))).toBe(
      'invalidParameters',
    );
  });

  it('makes a member only when the members have agreed to the key and the signers know it', async () => {
    ann = await join('ann', 'approver');
    bob = await join('bob', 'operator');
    expect((await rules()).members.map(({ name, role }) => [name, role])).toEqual(
      [
        ['m-owner', 'owner'],
        ['ann', 'approver'],
        ['bob', 'operator'],
      ].map(([name, role], i) => (i === 0 ? [expect.any(String), role] : [name, role])),
    );
    const { list, invites } = await fixture.api.team.list({});
    expect(list.find(({ name }) => name === 'ann')).toMatchObject({
      email_masked: 'an…@example.org',
      twofa: true,
      key_holder: false,
    });
    expect(invites.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    const named = (await fixture.api.strategy.memberList({})).list.map(({ name, has_key, twofa }) => [
      name,
      has_key,
      twofa,
    ]);
    expect(named).toContainEqual(['ann', false, true]);
  });

  it('is told at its end with the name', async () => {
    await vi.waitFor(async () =>
      expect(await told()).toContain('The request to admit ann as a member passed and is in force.'),
    );
  });

  it.each(['x'.repeat(43), `${'A'.repeat(42)}_`])('by a link nobody made is refused: %s', async (token) => {
    expect(await refusalOf(server.api().team.joinInfo({ token }))).toBe('inviteInvalid');
    expect(await refusalOf(server.api().team.joinState({ token }))).toBe('inviteInvalid');
    expect(await refusalOf(server.api().team.join({ token, password }))).toBe('inviteInvalid');
  });

  it('is for one address once at a time, and not for who is a member', async () => {
    const again = { name: 'Cem', email: 'Cem@example.org', role: 'viewer' } as const;
    const { invite_id, link } = await fixture.api.team.invite(again);
    expect(await refusalOf(fixture.api.team.invite(again))).toBe('alreadyInvited');
    await fixture.api.team.cancelInvite({ invite_id });
    expect(await refusalOf(server.api().team.joinInfo({ token: tokenOf(link) }))).toBe('inviteInvalid');
    await fixture.api.team.invite(again);
    expect(await refusalOf(fixture.api.team.invite({ ...again, email: 'Ann@example.org' }))).toBe('alreadyMember');
  });

  it('keeps the links out of the database', async () => {
    const { link } = await fixture.api.team.invite({ name: 'Dee', email: 'dee@example.org', role: 'viewer' });
    const { rows } = await server.database.pool.query('select invites::text as row from invites');
    expect(rows.some(({ row }) => String(row).includes(tokenOf(link)))).toBe(false);
  });
});

describe('rights', () => {
  it('are the role’s: nobody but owner and admin proposes changes of the team', async () => {
    const ask = { name: 'Eve', email: 'eve@example.org', role: 'viewer' } as const;
    expect(await refusalOf(ann.api.team.invite(ask))).toBe('noPermission');
    expect(await refusalOf(bob.api.team.remove({ member_id: ann.member.id, version: await version() }))).toBe(
      'noPermission',
    );
  });

  it('let nobody begin what the rules would never take from them, whatever the server’s own table says', async () => {
    const open = async () => (await fixture.api.todo.list({})).open_count;
    const before = await open();
    await server.database.pool.query("update members set role = 'admin' where member_id = $1", [bob.member.id]);
    const change = { version: await version() };
    expect(await refusalOf(bob.api.signing.unfreeze({}))).toBe('noPermission');
    expect(await refusalOf(bob.api.addressBook.whiteEnable(change))).toBe('noPermission');
    expect(await refusalOf(bob.api.team.remove({ member_id: ann.member.id, ...change }))).toBe('noPermission');
    await server.database.pool.query("update members set role = 'operator' where member_id = $1", [bob.member.id]);
    expect(await refusalOf(bob.api.addressBook.whiteEnable(change))).toBe('noPermission');
    expect(await open()).toBe(before);
  });

  it('change when the rules do', async () => {
    await fixture.api.wallet.createSubWallet({ wallet_id: fixture.workspaceId, sub_wallet_name: 'Second' });
    const made = await fixture.api.team.saveRole({
      member_id: bob.member.id,
      role: 'viewer',
      wallets: [],
      version: await version(),
    });
    expect(await passes(made)).toBe(1);
    expect((await bob.api.user.info({})).wallets[0]).toMatchObject({ role_name: 'viewer' });
    const back = await fixture.api.team.saveRole({
      member_id: bob.member.id,
      role: 'operator',
      wallets: [{ wallet: '2', role: 'viewer' }],
      version: await version(),
    });
    expect(await passes(back)).toBe(1);
    const there = (await bob.api.user.permissions({})).sub_wallets;
    expect(there.map(({ sub_wallet_id }) => sub_wallet_id)).toEqual([2]);
    expect(there[0]?.permissions).not.toContain('withdraw.create');
    expect((await rules()).members.find(({ id }) => id === bob.member.id)?.wallets).toEqual([
      { wallet: '2', role: 'viewer' },
    ]);
  });

  it('include further keys, each accepted by its holder with a key they have, and taken away by the members only', async () => {
    const further = newTestMember('?', 'viewer');
    const at = { member_id: ann.member.id };
    const added = await fixture.api.team.addCredential({
      ...at,
      credential: deviceKey(further),
      version: await version(),
    });
    expect(added.instant).toBe(false);
    await decideAt(added.approval_url, fixture.owner);
    const { nodes, status } = await fixture.api.strategy.auditInfo({ item_id: added.item_id });
    expect(nodes.at(-1)).toMatchObject({ kind: 'accept', approved: [], members: [{ member_id: ann.member.id }] });
    expect(status).toBe(0);
    const way = await ann.api.todo.acceptKey({ item_id: added.item_id });
    await decideAt(way.approval_url, ann.member);
    expect(await outcomeOf(fixture.api, added)).toBe(1);
    const twice = fixture.api.team.addCredential({ ...at, credential: deviceKey(further), version: await version() });
    expect(await refusalOf(twice)).toBe('rulesUnsound');
    const gone = { ...at, credential_id: further.credential, version: await version() };
    expect(await refusalOf(ann.api.team.removeCredential(gone))).toBe('noPermission');
    const removed = await fixture.api.team.removeCredential(gone);
    expect(removed.instant).toBe(false);
    expect(await passes(removed)).toBe(1);
  });
});

describe('a key of equal rights', () => {
  it('is held only once its holder has accepted it', async () => {
    const made = await fixture.api.team.grantKey({ member_id: ann.member.id, holder: 'yes', version: await version() });
    await decideAt(made.approval_url, fixture.owner);
    const { nodes } = await fixture.api.strategy.auditInfo({ item_id: made.item_id });
    expect(nodes.at(-1)).toMatchObject({ kind: 'accept', approved: [], members: [{ member_id: ann.member.id }] });
    expect((await fixture.api.strategy.auditInfo({ item_id: made.item_id })).status).toBe(0);
    const { item_id } = made;
    expect(await refusalOf(fixture.api.todo.acceptKey({ item_id }))).toBe('itemNotFound');
    const { list } = await ann.api.todo.list({});
    const steps = list.find((item) => item.item_id === item_id)?.nodes.map(({ kind, status }) => [kind, status]);
    expect(steps).toEqual([
      ['sign', 2],
      ['accept', 1],
    ]);
    const way = await ann.api.todo.acceptKey({ item_id });
    expect(way).toMatchObject({ decision: 'approve', digest: made.digest });
    expect((await fixture.api.strategy.auditInfo({ item_id })).status).toBe(0);
    await decideAt(way.approval_url, ann.member);
    expect(await outcomeOf(fixture.api, made)).toBe(1);
    expect((await fixture.api.team.detail({ member_id: ann.member.id })).key_holder).toBe(true);
  });
});

describe('a passkey for each signer’s page', () => {
  /** As made on this page, where it alone answers. */
  const passkeyOn = (origin: string) => {
    const made = newPasskey();
    return { ...made, credential: { ...made.credential, origins: [origin] } };
  };
  const originOf = (url: string): string => new URL(url).origin;

  it('is made there and nowhere else: one of another host or origin is not proposed', async () => {
    const before = (await fixture.api.todo.list({})).open_count;
    const { credential } = passkeyOn(server.place.origins[0] ?? '');
    for (const change of [
      { rpId: 'signer.example', origins: ['https://signer.example'] },
      { origins: ['http://localhost:1'] },
    ]) {
      const ask = { member_id: ann.member.id, credential: { ...credential, ...change }, version: await version() };
      await expect(fixture.api.team.addCredential(ask)).rejects.toMatchObject({
        code: 300171,
        refusal: 'foreignPasskey',
      });
    }
    expect((await fixture.api.todo.list({})).open_count).toBe(before);
  });

  it('leads each member to where a key of theirs answers, and through to what a flow of different pages lacks', async () => {
    const [one = '', two = ''] = server.place.origins;
    const [zoes, yans] = [[passkeyOn(one), passkeyOn(two)], [passkeyOn(two)]];
    const credentials = (keys: typeof zoes) => keys.map(({ credential }) => credential);
    const zoe = await join('zoe', 'approver', credentials(zoes));
    const yan = await join('yan', 'approver', credentials(yans));
    expect((await rules()).members.find(({ id }) => id === zoe.member.id)?.credentials).toEqual(credentials(zoes));
    const both = { name: 'Both', kind: 'approve', approvers: [zoe.member.id, yan.member.id], threshold: '2' };
    const release = { name: 'Owner', kind: 'sign', approvers: [fixture.owner.id], threshold: '1' };
    const ask = { op: 'addressBook', sign_protect: 'off', nodes: [both, release] } as const;
    expect(
      await passes(
        await fixture.api.strategy.workspaceSave({ ...ask, nodes: [...ask.nodes], version: await version() }),
      ),
    ).toBe(1);
    expect((await rules()).workspace.find(({ op }) => op === 'addressBook')?.pages).toBe('different');

    const payee = { address: `0x${'1'.repeat(40)}`, memo: '', label: 'Payee', chains: ['evm:31337'], symbols: ['ETH'] };
    const made = await fixture.api.addressBook.add({ items: [payee] });
    await decideAt(made.approval_url, fixture.owner, 'initiate');
    const { item_id } = made;
    const way = async ({ api }: Joined) => (await api.strategy.auditInfo({ item_id })).approval_url;
    const approve = async (who: Joined, origin: string, keys: typeof zoes) => {
      const key = keys.find(({ credential }) => credential.origins.includes(origin));
      if (!key) throw new Error(`no key for ${origin}`);
      const said = async () => (await fixture.api.strategy.auditInfo({ item_id })).decisions.length;
      const before = await said();
      await sendApproval(origin, assert(made.digest, who.member.id, key, 'approve', { origin }));
      await vi.waitFor(async () => expect(await said()).toBeGreaterThan(before), { timeout: 20_000, interval: 50 });
    };
    expect(originOf(await way(zoe))).toBe(one);
    expect(originOf(await way(yan))).toBe(two);
    await approve(zoe, two, zoes);
    expect(originOf(await way(zoe))).toBe(one);
    await approve(yan, two, yans);
    expect(originOf(await way(yan))).toBe(two);
    await decideAt(made.approval_url, fixture.owner);
    expect((await fixture.api.strategy.auditInfo({ item_id })).status).toBe(0);
    expect(originOf(await way(zoe))).toBe(one);
    await approve(zoe, one, zoes);
    expect(await outcomeOf(fixture.api, made)).toBe(1);
  });
});

describe('taking a member out', () => {
  it('is refused with the flows that would break', async () => {
    const flow = {
      wallet: '1',
      sign_protect: 'off',
      nodes: [
        { name: 'Ann', kind: 'approve', approvers: [ann.member.id], threshold: '1' },
        { name: 'Owner', kind: 'sign', approvers: [fixture.owner.id], threshold: '1' },
      ],
    } as const;
    const made = await fixture.api.strategy.basicSave({ ...flow, nodes: [...flow.nodes], version: await version() });
    expect(await passes(made)).toBe(1);
    const { flows } = await fixture.api.team.detail({ member_id: ann.member.id });
    expect(flows).toEqual([{ level: 'basic', id: '1', name: '', breaks: true }]);
    expect(await refusalOf(fixture.api.team.remove({ member_id: ann.member.id, version: await version() }))).toBe(
      'strategyPersonnel',
    );
  });

  it('logs them out as soon as it is proposed, and ends their sessions and keys for good when the members have agreed', async () => {
    const taken = await fixture.api.team.remove({ member_id: bob.member.id, version: await version() });
    expect(taken.instant).toBe(false);
    expect(await refusalOf(bob.api.user.info({}))).toBe('notLoggedIn');
    expect((await fixture.api.user.info({})).wallets).toHaveLength(1);
    // The code of now was used for joining.
    const totp = totpAt(bob.secret, new Date(Date.now() + 30_000));
    const logIn = () => server.api().session.login({ account: 'bob@example.org', password, totp });
    expect(await refusalOf(logIn())).toBe('userFrozen');
    expect(await refusalOf(server.api().session.login({ account: 'bob@example.org', password, totp: '000000' }))).toBe(
      'loginFailed',
    );
    await fixture.api.strategy.cancel({ item_id: taken.item_id });
    expect((await rules()).members.find(({ id }) => id === bob.member.id)).toMatchObject({ status: 'active' });
    const again = await logIn();
    const bobAgain = server.api({ token: again.open_token });
    expect((await bobAgain.user.info({})).wallets).toHaveLength(1);
    const made = await fixture.api.team.remove({ member_id: bob.member.id, version: await version() });
    expect(await passes(made)).toBe(1);
    expect(await refusalOf(bobAgain.user.info({}))).toBe('notLoggedIn');
    expect((await rules()).members.find(({ id }) => id === bob.member.id)).toMatchObject({
      status: 'removed',
      credentials: [],
    });
  });

  it('is at once for who decides nothing', async () => {
    const eve = await join('eve', 'viewer');
    const made = await fixture.api.team.remove({ member_id: eve.member.id, version: await version() });
    expect(made.instant).toBe(true);
    expect(await passes(made)).toBe(1);
    expect((await rules()).members.find(({ id }) => id === eve.member.id)?.status).toBe('removed');
  });
});

it('all of it is in the audit log', async () => {
  const changes = [
    'invite',
    'cancelInvite',
    'join',
    'joinConfirm',
    'saveRole',
    'remove',
    'addCredential',
    'removeCredential',
    'grantKey',
  ];
  const seen = await recordedActions(server);
  expect(changes.filter((name) => !seen.has(`team.${name}`))).toEqual([]);
});
