import type { Role } from '@holdfast/contract';
import {
  type Api,
  type Caller,
  decideAt,
  newTestMember,
  outcomeOf,
  refusalOf,
  type TestMember,
  totpAt,
} from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordedActions, startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);
const hours = (n: number): number => n * 3_600_000;
const minutes = (n: number): number => n * 60_000;

interface Person {
  readonly email: string;
  readonly memberId: string;
  password: string;
  secret: string;
}
let server: TestServer;
let fixture: SetUp;
let owner: Person;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  server = await startTestServer({ clock, realSigners: 'here', config: { resetSeconds: 24 * 3_600 } });
  fixture = await setUp(server.place);
  owner = { ...fixture.account, memberId: fixture.owner.id };
  ann = await join('ann', 'viewer');
  bob = await join('bob', 'owner');
}, 120_000);
afterAll(() => server.close());
/** Past any lock. */
beforeEach(() => {
  aheadMs += hours(30);
});

const first = 'a password for tests';
/** Everything a person does to join, and the owner's decision. */
async function join(name: string, role: Role): Promise<Person> {
  const email = `${name}@example.org`;
  const { link } = await fixture.api.team.invite({ name, email, role });
  const token = link.split('/').at(-1) ?? '';
  const { totp_secret: secret } = await server.api().team.join({ token, password: first });
  const key: TestMember = newTestMember('?', 'viewer');
  const credential = { id: key.credential, type: 'device', publicKey: key.key.publicKey };
  const confirm = { token, password: first, totp: totpAt(secret, clock()), credential };
  const { open_token, item_id } = await server.api().team.joinConfirm(confirm);
  const { approval_url } = await fixture.api.strategy.auditInfo({ item_id });
  await decideAt(approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, { item_id })).toBe(1);
  const [wallet] = (await server.api({ token: open_token }).user.info({})).wallets;
  return { email, memberId: wallet?.member_id ?? '', password: first, secret };
}

/** A code that was not used: time goes on for it. */
function codeOf({ secret }: Pick<Person, 'secret'>): string {
  aheadMs += 30_000;
  return totpAt(secret, clock());
}
async function tokenOf(person: Person, agent?: string): Promise<string> {
  const as: Caller = agent === undefined ? {} : { agent };
  const { email: account, password } = person;
  return (await server.api(as).session.login({ account, password, totp: codeOf(person) })).open_token;
}
const logIn = async (person: Person): Promise<Api> => server.api({ token: await tokenOf(person) });
const isIn = async (api: Api): Promise<boolean> => (await refusalOf(api.user.info({}))) === 'accepted';
const change = (api: Api, person: Person, new_password: string, over: { password?: string; totp?: string } = {}) =>
  api.account.changePassword({
    password: over.password ?? person.password,
    totp: over.totp ?? codeOf(person),
    new_password,
  });
async function changed(api: Api, person: Person, next: string): Promise<void> {
  await change(api, person, next);
  person.password = next;
}
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000');
const rowsOf = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
/** The events that somebody was told of, newest first, once all that happened has been carried. */
async function toldTo({ email }: Person): Promise<string[]> {
  await expect.poll(async () => (await rowsOf('select 1 from outbox')).length).toBe(0);
  const rows = await rowsOf(
    'select n.event from notices n join users u on u.id = n.user_id where u.email = $1 order by n.id desc',
    email,
  );
  return rows.map(({ event }) => event);
}
const actions = async (): Promise<string[]> =>
  [...(await recordedActions(server))].filter((one) => one.startsWith('account.'));

describe('a password', () => {
  it('is changed by the present one and a code; every other session ends, and its person is told', async () => {
    const [here, there] = [await logIn(ann), await logIn(ann)];
    const totp = codeOf(ann);
    const next = 'quiet lantern over nine harbours';
    expect(await change(here, ann, next, { totp })).toEqual({ ended: 1 });
    const old = { ...ann };
    ann.password = next;
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect(await refusalOf(tokenOf(old))).toBe('loginFailed');
    expect(await isIn(await logIn(ann))).toBe(true);
    expect((await toldTo(ann))[0]).toBe('account.password');
    expect(await toldTo(owner)).not.toContain('account.password');
    expect((await here.account.overview({})).password_changed_at).toBeInstanceOf(Date);
    // The code was used, by whatever it was used for.
    expect(await refusalOf(change(here, ann, 'seven paper boats in winter', { totp }))).toBe('loginFailed');
  });

  it('stays as it is for whoever has not both, and the answer says not which is wrong', async () => {
    const api = await logIn(ann);
    const next = 'seven paper boats in winter';
    const answers = [
      await change(api, ann, next, { password: 'wrong' }).catch((error) => error.message),
      await change(api, ann, next, { totp: wrongOf(codeOf(ann)) }).catch((error) => error.message),
    ];
    expect(new Set(answers).size).toBe(1);
    expect(await isIn(await logIn(ann))).toBe(true);
  });

  it('is guessed no more often than at the log-in', async () => {
    const api = await logIn(ann);
    const guess = () => refusalOf(change(api, ann, 'seven paper boats in winter', { password: 'wrong' }));
    for (let round = 0; round < 5; round++) expect(await guess()).toBe('loginFailed');
    expect(await guess()).toBe('loginLocked');
    expect(await refusalOf(change(api, ann, 'seven paper boats in winter'))).toBe('loginLocked');
  });

  it('is none that is easy to guess, the present one, or one of the five before it; faults of the new one lock nobody out', async () => {
    let api = await logIn(ann);
    const taken = [ann.password];
    for (const next of ['Summer2026!!!!', 'annexample ann', 'too short'])
      expect(await refusalOf(change(api, ann, next))).toMatch(/^(guessable|weak)Password$/);
    for (const n of [1, 2, 3, 4, 5]) {
      // Ten a minute, of all that change something.
      aheadMs += minutes(1);
      expect(await refusalOf(change(api, ann, ann.password))).toBe('formerPassword');
      await changed(api, ann, `seven paper boats in winter ${n}`);
      taken.push(ann.password);
    }
    aheadMs += minutes(1);
    for (const one of taken) expect(await refusalOf(change(api, ann, one))).toBe('formerPassword');
    await changed(api, ann, 'an eighth boat made of tin');
    aheadMs += minutes(1);
    api = await logIn(ann);
    expect(await refusalOf(change(api, ann, taken[0] ?? ''))).toBe('accepted');
    ann.password = taken[0] ?? '';
    expect(
      await rowsOf('select 1 from former_passwords f join users u on u.id = f.user_id where u.email = $1', ann.email),
    ).toHaveLength(5);
  });

  it('is none that is the name of a workspace of its person, which everybody there knows', async () => {
    const [workspace] = await rowsOf('select name from workspaces');
    const named = (name: string) => rowsOf('update workspaces set name = $1', name);
    const api = await logIn(ann);
    const next = 'zvornik quellmark';
    await named('Zvornik Quellmark');
    expect(await refusalOf(change(api, ann, next))).toBe('guessablePassword');
    await named(workspace.name);
    await changed(api, ann, next);
  });

  it('that was changed while somebody was being let in lets them in no more, nor lets them change it', async () => {
    const api = await logIn(ann);
    const held = await server.database.pool.connect();
    const [row] = await rowsOf('select password_hash from users where email = $1', ann.email);
    try {
      await held.query('begin');
      await held.query("update users set password_hash = '$argon2id$v=19$m=64,t=1,p=1$AAAA$AAAA' where email = $1", [
        ann.email,
      ]);
      const both = [refusalOf(tokenOf(ann)), refusalOf(change(api, ann, 'a ninth boat made of brass'))];
      // Each has judged what it was given, and waits for the row.
      // On another connection: within a transaction PostgreSQL goes on telling what it told first.
      const waiting = async () =>
        (
          await server.database.pool.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          )
        ).rows.length;
      await expect.poll(waiting).toBe(2);
      await held.query('commit');
      expect(await Promise.all(both)).toEqual(['loginFailed', 'loginFailed']);
    } finally {
      await held.query('rollback');
      await held.query('update users set password_hash = $1 where email = $2', [row.password_hash, ann.email]);
      held.release();
    }
  });

  it('is changed by one of two that come with the same code at once', async () => {
    const [here, there] = [await logIn(ann), await logIn(ann)];
    const totp = codeOf(ann);
    const next = ['a tenth boat made of glass', 'a tenth boat made of stone'];
    const both = await Promise.all([here, there].map((api, n) => refusalOf(change(api, ann, next[n] ?? '', { totp }))));
    expect(both.filter((one) => one === 'accepted')).toHaveLength(1);
    ann.password = next[both.indexOf('accepted')] ?? '';
    expect(await isIn(await logIn(ann))).toBe(true);
  });
});

describe('an authenticator', () => {
  const begin = (api: Api, person: Person) =>
    api.account.beginAuthenticator({ password: person.password, totp: codeOf(person) });
  const finish = (api: Api, made: { secret_id: string }, secret: string, over: { totp?: string } = {}) =>
    api.account.changeAuthenticator({ secret_id: made.secret_id, totp: totpAt(secret, clock()), ...over });

  it('is changed by password and code, and then by a code of the new one; the old one holds until then', async () => {
    const [here, there] = [await logIn(ann), await logIn(ann)];
    const made = await begin(here, ann);
    expect(await isIn(await logIn(ann))).toBe(true);
    expect(
      await refusalOf(finish(here, made, made.totp_secret, { totp: wrongOf(totpAt(made.totp_secret, clock())) })),
    ).toBe('loginFailed');
    aheadMs += 30_000;
    const totp = totpAt(made.totp_secret, clock());
    expect((await finish(here, made, made.totp_secret, { totp })).ended).toBeGreaterThan(0);
    const old = { ...ann };
    ann.secret = made.totp_secret;
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    const { email: account, password } = ann;
    expect(await refusalOf(server.api().session.login({ account, password, totp }))).toBe('loginFailed');
    expect(await refusalOf(tokenOf(old))).toBe('loginFailed');
    expect(await isIn(await logIn(ann))).toBe(true);
    expect((await toldTo(ann))[0]).toBe('account.authenticator');
  });

  it('takes the secret of the last attempt alone, of whoever began it, for ten minutes, and none after another change', async () => {
    const [here, there] = [await logIn(ann), await logIn(ann)];
    const older = await begin(here, ann);
    const made = await begin(here, ann);
    expect(made.totp_secret).not.toBe(older.totp_secret);
    expect(await refusalOf(finish(here, older, older.totp_secret))).toBe('staleVersion');
    expect(await refusalOf(finish(there, made, made.totp_secret))).toBe('staleVersion');
    aheadMs += minutes(10);
    expect(await refusalOf(finish(here, made, made.totp_secret))).toBe('staleVersion');
    const again = await begin(here, ann);
    await changed(here, ann, 'an eleventh boat of clay');
    expect(await refusalOf(finish(here, again, again.totp_secret))).toBe('staleVersion');
    expect(await isIn(await logIn(ann))).toBe(true);
  });

  it('is kept sealed while it waits', async () => {
    const made = await begin(await logIn(ann), ann);
    const [row] = await rowsOf('select row_to_json(u)::text as text from users u where email = $1', ann.email);
    expect(row.text).toContain(made.secret_id);
    expect(row.text).not.toContain(made.totp_secret);
  });
});

describe('sessions', () => {
  it('are listed with device and place; one is ended, or all others', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
    const here = server.api({ token: await tokenOf(ann) });
    await here.account.endOthers({});
    const [fox, third] = [server.api({ token: await tokenOf(ann, agent), agent }), await logIn(ann)];
    const { list } = await here.account.sessions({});
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    const found = list.find(({ device }) => device === 'firefox');
    expect(found).toMatchObject({ ua: agent, ip: '127.0.0.1', current: false });
    const session_id = found?.session_id ?? '';
    const [stranger, nobody] = [await logIn(bob), '00000000-0000-4000-8000-000000000000'];
    const asked = (id: string) => stranger.account.endSession({ session_id: id }).catch((error) => error.message);
    expect(await asked(session_id)).toBe(await asked(nobody));
    expect(await isIn(fox)).toBe(true);
    await here.account.endSession({ session_id });
    expect([await isIn(fox), await isIn(third)]).toEqual([false, true]);
    expect(await here.account.endOthers({})).toEqual({ ended: 1 });
    expect([await isIn(here), await isIn(third)]).toEqual([true, false]);
    expect(JSON.stringify(list)).not.toMatch(/[0-9a-f]{64}/);
  });

  it('say why they are over, to whoever shows their token with the same browser', async () => {
    const agent = 'Mozilla/5.0 Chrome/140';
    const over = async (token: string, as = agent) =>
      (
        await server
          .api({ token, agent: as })
          .user.info({})
          .catch((error) => error)
      ).data;
    const [ended, idle] = [await tokenOf(ann, agent), await tokenOf(ann, agent)];
    await server.api({ token: ended, agent }).session.logout({});
    expect(await over(ended)).toEqual({ over: 'ended' });
    aheadMs += minutes(30);
    expect(await over(idle)).toEqual({ over: 'idle' });
    expect(await over(idle, 'curl/8')).toBeNull();
    aheadMs += hours(12);
    expect(await over(idle)).toEqual({ over: 'expired' });
    expect(await over('A'.repeat(43))).toBeNull();
  });

  it('lists the keys that one approves with, and the pages that they answer on', async () => {
    const { keys, member_id } = await (await logIn(ann)).account.overview({});
    expect(member_id).toBe(ann.memberId);
    expect(keys).toMatchObject([{ type: 'device', signers: ['Signer 1', 'Signer 2'] }]);
    expect(keys[0]?.words).toHaveLength(8);
  });
});

describe('a reset', () => {
  const ask = async (what: 'password' | 'authenticator', of: Person, by: Person = owner) => {
    const made = await (await logIn(by)).account.askReset({ member_id: of.memberId, what });
    return { ...made, token: new URL(made.link).hash.replace('#token=', '') };
  };
  const nobody = () => server.api();

  it('of a password waits, and is then made by a code; all sessions end, and everybody is told', async () => {
    const { link, token, due_at } = await ask('password', ann);
    expect(due_at.getTime() - clock().getTime()).toBeGreaterThan(hours(23.9));
    expect(link).toBe(`http://localhost:8700/mpc/reset#token=${token}`);
    for (const person of [ann, owner, bob]) expect((await toldTo(person))[0]).toBe('reset.password.asked');
    expect(await nobody().account.resetInfo({ token })).toMatchObject({ name: 'ann', what: 'password', ready: false });
    const next = `a boat for the ${aheadMs}th sea`;
    const use = (totp: string, new_password = next) => nobody().account.resetPassword({ token, totp, new_password });
    expect(await refusalOf(use(codeOf(ann)))).toBe('resetInvalid');
    aheadMs += hours(24);
    expect(await nobody().account.resetInfo({ token })).toMatchObject({ ready: true });
    const api = await logIn(ann);
    expect(await refusalOf(use(wrongOf(codeOf(ann))))).toBe('loginFailed');
    expect(await refusalOf(use(codeOf(ann), ann.password))).toBe('formerPassword');
    expect(await refusalOf(use(codeOf(ann), 'Summer2026!!!!'))).toBe('guessablePassword');
    expect(await refusalOf(nobody().account.resetBegin({ token, password: ann.password }))).toBe('resetInvalid');
    const totp = codeOf(ann);
    const both = await Promise.all([refusalOf(use(totp)), refusalOf(use(totp, `${next} too`))]);
    expect(both.filter((one) => one === 'accepted')).toHaveLength(1);
    ann.password = both[0] === 'accepted' ? next : `${next} too`;
    expect(await isIn(api)).toBe(false);
    expect(await refusalOf(use(codeOf(ann), 'a boat that nobody made'))).toBe('resetInvalid');
    for (const person of [ann, owner, bob]) expect((await toldTo(person))[0]).toBe('reset.password.done');
    expect(await isIn(await logIn(ann))).toBe(true);
  });

  it('of an authenticator is made by the password; each attempt has a secret of its own', async () => {
    const { token } = await ask('authenticator', ann);
    aheadMs += hours(24);
    const begin = () => nobody().account.resetBegin({ token, password: ann.password });
    const finish = (made: { secret_id: string }, secret: string) =>
      nobody().account.resetAuthenticator({ token, secret_id: made.secret_id, totp: totpAt(secret, clock()) });
    expect(await refusalOf(nobody().account.resetBegin({ token, password: 'wrong' }))).toBe('loginFailed');
    const [older, made] = [await begin(), await begin()];
    expect(await refusalOf(finish(older, older.totp_secret))).toBe('staleVersion');
    // Whoever is logged in cannot confirm it in the reset's place.
    const api = await logIn(ann);
    const steal = { secret_id: made.secret_id, totp: totpAt(made.totp_secret, clock()) };
    expect(await refusalOf(api.account.changeAuthenticator(steal))).toBe('staleVersion');
    await finish(made, made.totp_secret);
    ann.secret = made.totp_secret;
    expect(await isIn(api)).toBe(false);
    expect(await isIn(await logIn(ann))).toBe(true);
    expect((await toldTo(bob))[0]).toBe('reset.authenticator.done');
  });

  it('is stopped by the member, by any owner, and by nobody else; then its link and its secret are void', async () => {
    for (const stopper of [ann, bob]) {
      const { token, reset_id } = await ask('authenticator', ann);
      aheadMs += hours(24);
      const made = await nobody().account.resetBegin({ token, password: ann.password });
      await (await logIn(stopper)).account.stopReset({ reset_id });
      const totp = totpAt(made.totp_secret, clock());
      const finish = nobody().account.resetAuthenticator({ token, secret_id: made.secret_id, totp });
      expect(await refusalOf(finish)).toBe('resetInvalid');
      expect(await refusalOf(nobody().account.resetInfo({ token }))).toBe('resetInvalid');
      expect((await toldTo(owner))[0]).toBe('reset.authenticator.stopped');
    }
    const { reset_id } = await ask('password', bob);
    // Who can neither see it nor stop it hears of it all the same.
    expect((await toldTo(ann))[0]).toBe('reset.password.asked');
    const api = await logIn(ann);
    expect((await api.account.resets({})).list).toEqual([]);
    expect(await refusalOf(api.account.stopReset({ reset_id }))).toBe('itemNotFound');
    const { list } = await (await logIn(bob)).account.resets({});
    expect(list).toMatchObject([{ reset_id, what: 'password', me: true, asked_by: 'Owner' }]);
    await (await logIn(bob)).account.stopReset({ reset_id });
  });

  it('ends when its member changes something themselves: they have lost nothing', async () => {
    const { token } = await ask('password', ann);
    await changed(await logIn(ann), ann, `a boat of the year ${aheadMs}`);
    aheadMs += hours(24);
    expect(await refusalOf(nobody().account.resetInfo({ token }))).toBe('resetInvalid');
  });

  it('is an owner’s to ask for, of another member, once at a time', async () => {
    expect(await refusalOf(ask('password', bob, ann))).toBe('noPermission');
    expect(await refusalOf(ask('password', owner))).toBe('memberNotFound');
    expect(await refusalOf(ask('password', { ...ann, memberId: 'm-nobody' }))).toBe('memberNotFound');
    const owners = [await logIn(owner), await logIn(bob)];
    const once = { member_id: ann.memberId, what: 'password' } as const;
    const both = await Promise.all(owners.map((api) => refusalOf(api.account.askReset(once))));
    expect(both.sort()).toEqual(['accepted', 'resetOpen']);
    // Past its end it is in nobody's way.
    aheadMs += hours(24 + 73);
    expect(await refusalOf(ask('password', ann))).toBe('accepted');
    const api = await logIn(owner);
    const [open] = (await api.account.resets({})).list;
    aheadMs += minutes(6);
    expect(await refusalOf(api.account.askReset({ member_id: ann.memberId, what: 'password' }))).toBe('stepUpRequired');
    await api.account.stopReset({ reset_id: open?.reset_id ?? 0 });
  });

  it('is none for a member of another workspace too, whenever they became one, nor by who is an owner no more', async () => {
    const { token, reset_id } = await ask('password', ann, bob);
    aheadMs += hours(24);
    const valid = async () => (await refusalOf(nobody().account.resetInfo({ token }))) === 'accepted';
    expect(await valid()).toBe(true);
    await rowsOf("update members set role = 'admin' where member_id = $1", bob.memberId);
    expect(await valid()).toBe(false);
    await rowsOf("update members set role = 'owner' where member_id = $1", bob.memberId);
    const [other] = await rowsOf(
      "insert into workspaces (name, key_group_id) select 'Other', id from key_groups limit 1 returning id",
    );
    await rowsOf(
      `insert into members (workspace_id, user_id, member_id, role) select $1, id, 'm-other', 'viewer' from users where email = $2`,
      other.id,
      ann.email,
    );
    expect(await valid()).toBe(false);
    expect(await refusalOf(ask('password', ann))).toBe('resetElsewhere');
    await rowsOf("update members set status = 'removed' where workspace_id = $1", other.id);
    await (await logIn(bob)).account.stopReset({ reset_id });
  });

  it('keeps no copy of its link, and guesses at it are locked as at the log-in', async () => {
    const { token } = await ask('authenticator', ann);
    aheadMs += hours(24);
    const tables = await rowsOf("select string_agg(r::text, ' ') as text from account_resets r");
    const log = await rowsOf("select string_agg(entry, ' ') as text from audit_log");
    for (const [row] of [tables, log]) {
      expect(row.text).not.toContain(token);
      expect(row.text).not.toContain(Buffer.from(token).toString('hex'));
    }
    const guess = () => refusalOf(nobody().account.resetBegin({ token, password: 'wrong' }));
    for (let round = 0; round < 5; round++) expect(await guess()).toBe('loginFailed');
    expect(await guess()).toBe('loginLocked');
  });
});

it('everything of it is in the audit log', async () => {
  expect(new Set(await actions())).toEqual(
    new Set([
      'account.askReset',
      'account.beginAuthenticator',
      'account.changeAuthenticator',
      'account.changePassword',
      'account.endOthers',
      'account.endSession',
      'account.resetAuthenticator',
      'account.resetBegin',
      'account.resetPassword',
      'account.stopReset',
    ]),
  );
});
