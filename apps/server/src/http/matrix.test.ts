import { type Endpoint, permissionRoles, scopeOf } from '@holdfast/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type By, type Caller, call, endpoints, type Fixture, type Ids, idFields, openHouse } from './test/fixture.ts';

/** Who may call what, of whose things: every endpoint × every role × {own, another workspace's, nobody's} and no session. */

let fixture: Fixture;
let tokens: ReadonlyMap<string, By>;
beforeAll(async () => {
  fixture = await openHouse();
  tokens = new Map(await Promise.all(fixture.callers.map(async ({ name, token }) => [name, await token()] as const)));
}, 120_000);
afterAll(() => fixture.flow.close());

const [noSession, noPermission, selectionInvalid, badField, systemError] = [110909, 200004, 200125, 100004, 100001];
const roles = [
  'owner',
  'admin',
  'operator',
  'approver',
  'viewer',
  'viewer, operator in the sub-wallet',
  'api',
] as const;
/** Also of somebody who may do it in other wallets, and not in the one that is named. */
const isRefused = (code: number): boolean => code === noPermission || code === selectionInvalid;
const codeOf = (text: string): number => Number(/^\{"code":(\d+)/.exec(text)?.[1] ?? 0);
const callerNamed = (name: string): Caller => {
  const found = fixture.callers.find((caller) => caller.name === name);
  if (!found) throw new Error(`nobody is ${name}`);
  return found;
};
/** These end the session they are asked with, so each call has one of its own; or they stop what others ask for. */
const ending = new Set([
  'session.logout',
  'session.stepUp',
  'loginHistory.revokeAll',
  'account.endOthers',
  'signing.freeze',
]);
const tokenFor = async (name: string, caller: Caller): Promise<By> =>
  ending.has(name) ? caller.token() : (tokens.get(caller.name) ?? '');

/** Does the role that counts hold the permission? In a sub-wallet where the caller is something else, that one counts. */
function allowed({ access, ...endpoint }: Endpoint, { role, there }: Caller, own: boolean): boolean {
  // An API client has no session, and what is for anybody is not for what it signs.
  if (access === 'public' || access === 'session') return role !== 'api';
  const counts = there && own && scopeOf({ access, ...endpoint }) ? there : role;
  return permissionRoles[access].some((one) => one === counts);
}

test('there is something to ask for by every kind of id, and somebody of every role', () => {
  expect(new Set(endpoints.flatMap(([name, endpoint]) => idFields(name, endpoint)))).toEqual(
    new Set(Object.keys(fixture.absent)),
  );
  for (const ids of [fixture.own, fixture.theirs])
    expect(Object.keys(fixture.absent).filter((field) => !ids[field] || ids[field] === 'undefined')).toEqual([]);
  expect(fixture.callers.map(({ name }) => name)).toEqual(roles);
});

function cellsOf(name: string, endpoint: Endpoint): void {
  test('without a session: answered only where anybody may ask', async () => {
    const code = codeOf(await call(fixture, endpoint, undefined, {}));
    if (endpoint.access === 'public') expect(code).not.toBe(noSession);
    else expect(code).toBe(noSession);
  });

  test.each(roles)('%s: own things by the role that counts there', async (role) => {
    const caller = callerNamed(role);
    const code = codeOf(await call(fixture, endpoint, await tokenFor(name, caller), {}));
    expect(code).not.toBe(noSession);
    expect(code).not.toBe(systemError);
    expect(isRefused(code)).toBe(!allowed(endpoint, caller, true));
  });

  test.each(idFields(name, endpoint).flatMap((field) => roles.map((role) => [role, field] as const)))(
    "%s: another workspace's %s answers exactly like nobody's",
    async (role, field) => {
      const caller = callerNamed(role);
      const answer = async (ids: Ids): Promise<string> => {
        const id = ids[field] ?? '';
        const text = await call(fixture, endpoint, await tokenFor(name, caller), { [field]: id, request_id: 'same' });
        return text.replaceAll(id, 'ID');
      };
      const [their, none] = [await answer(fixture.theirs), await answer(fixture.absent)];
      expect(their).toBe(none);
      expect(their).not.toContain('Theirs');
      // Another field may still name something of the caller's own, by whose sub-wallet the call is judged.
      const own = scopeOf(endpoint)?.field !== field;
      expect(isRefused(codeOf(their))).toBe(!allowed(endpoint, caller, own));
      // The request was understood: it was refused, or found nothing, for the id's sake. Nobody here says what is inscribed; `inscription.test.ts` has somebody.
      if (!name.startsWith('inscriptions.')) expect(codeOf(their)).not.toBe(badField);
    },
  );
}

// Those come when nothing else is under way.
describe.concurrent.each(endpoints.filter(([name]) => !ending.has(name)))('%s', cellsOf);
describe.each(endpoints.filter(([name]) => ending.has(name)))('%s', cellsOf);

test("another user's login answers exactly like none", async () => {
  const { pool } = fixture.flow.server.database;
  const { rows } = await pool.query<{ id: string }>('select id::text from login_history order by id limit 1');
  const token = await callerNamed('viewer').token();
  const found = endpoints.find(([name]) => name === 'loginHistory.acknowledge');
  const ids = [rows[0]?.id ?? '', fixture.absent.id ?? ''];
  const texts = await Promise.all(ids.map((id) => (found ? call(fixture, found[1], token, { id }) : '')));
  expect(ids[0]).not.toBe('');
  expect(texts[0]).toBe(texts[1]);
  expect(codeOf(texts[0] ?? '')).not.toBe(0);
});
