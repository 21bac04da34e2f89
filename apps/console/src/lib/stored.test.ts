// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

async function session(stored: string) {
  localStorage.setItem('holdfast.session', stored);
  const { useSession } = await import('./session.ts');
  const { token, userName, walletId, subWalletId, returnTo } = useSession.getState();
  return { token, userName, walletId, subWalletId, returnTo };
}
async function preferences(stored: string) {
  localStorage.setItem('holdfast.preferences', stored);
  const { usePreferences } = await import('./preferences.ts');
  const { theme, density, timeZone } = usePreferences.getState();
  return { theme, density, timeZone };
}
const wrap = (state: unknown, version: unknown = 1): string => JSON.stringify({ state, version });
const nobody = { token: '', userName: '', walletId: null, subWalletId: null, returnTo: '' };
const plain = { theme: 'system', density: 'normal', timeZone: '' };

const unreadable = ['', 'null', '7', '"text"', '[]', '{', '{"state":null}', '{"state":[1,2]}', 'x'.repeat(1_000_000)];

describe('stored state that nobody of us wrote', () => {
  it.each(unreadable.map((stored) => [stored.slice(0, 20), stored]))('%s is nobody’s session', async (_name, stored) =>
    expect(await session(stored)).toEqual(nobody),
  );

  it.each(unreadable.map((stored) => [stored.slice(0, 20), stored]))('%s is no preference', async (_name, stored) =>
    expect(await preferences(stored)).toEqual(plain),
  );

  it('is repaired field by field: what is sound stays', async () => {
    const hostile = { token: 'good-token', userName: { a: 1 }, walletId: '7', subWalletId: 12, returnTo: ['/mpc'] };
    expect(await session(wrap(hostile))).toEqual({ ...nobody, token: 'good-token', subWalletId: 12 });
    expect(await preferences(wrap({ theme: 'pink', density: 'compact', timeZone: 'Mars/Base' }))).toEqual({
      ...plain,
      density: 'compact',
    });
  });

  it('of another version is read as far as it is understood', async () => {
    expect(await session(wrap({ token: 't1', future: true }, 99))).toEqual({ ...nobody, token: 't1' });
    expect(await preferences(wrap({ theme: 'dark' }, 0))).toEqual({ ...plain, theme: 'dark' });
  });

  it('never makes a request impossible: a token no header can carry is no token', async () => {
    for (const token of ['a\nb', 'ключ', 'x'.repeat(10_000), ''])
      expect((await session(wrap({ token }))).token).toBe('');
  });

  it('cannot reach a prototype', async () => {
    await session('{"state":{"__proto__":{"token":"evil"},"constructor":{"prototype":{"token":"evil"}}},"version":1}');
    const { useSession } = await import('./session.ts');
    expect(useSession.getState().token).toBe('');
    expect(({} as { token?: string }).token).toBeUndefined();
  });

  it('of impossible ids selects nothing', async () => {
    for (const walletId of [-1, 0, 1.5, 1e300, null, {}, '1'])
      expect((await session(wrap({ walletId }))).walletId).toBeNull();
  });
});

it('a full storage costs the memory of a change, not the change', async () => {
  const { useSession } = await import('./session.ts');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  useSession.getState().signIn('t1');
  expect(useSession.getState().token).toBe('t1');
  full.mockRestore();
});

it('user, wallet and sub-wallet are kept locally and cleared at log-out', async () => {
  const { useSession } = await import('./session.ts');
  useSession.getState().signIn('t1');
  useSession.getState().setUser('Ada', 3);
  useSession.getState().selectSubWallet(5);
  expect(JSON.parse(localStorage.getItem('holdfast.session') ?? '').state).toMatchObject({
    token: 't1',
    userName: 'Ada',
    walletId: 3,
    subWalletId: 5,
  });
  useSession.getState().signOut('/mpc/center/todo');
  expect(JSON.parse(localStorage.getItem('holdfast.session') ?? '').state).toEqual({
    ...nobody,
    returnTo: '/mpc/center/todo',
  });
});
