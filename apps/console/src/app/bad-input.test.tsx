// @vitest-environment jsdom
import { runsOf } from '@holdfast/testkit/runs';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inConsole, visit } from '../../test/screen.tsx';
import { reply, serve } from '../../test/server.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { useToasts } from '../lib/toasts.ts';
import { drawerNames } from './areas.ts';

inConsole();

beforeEach(() => useToasts.setState({ toasts: [] }));

const user = (name: string) => ({
  user_id: 1,
  nick_name: name,
  email: 'ada@example.com',
  language: 'en_US',
  timezone: 'UTC',
  google_status: true,
  passkey_count: 1,
  last_login_at: null,
  wallets: [{ wallet_id: 3, wallet_name: name, role: 1, role_name: 'owner', member_id: '1' }],
  solo_mode: false,
  single_host: false,
  step_up_until: new Date(0),
});
describe('an answer outside its schema', () => {
  it.each([
    ['/mpc/wallet', 'wallet.asset', { total_usd: 12, list: 'all' }],
    ['/mpc/wallet', 'wallet.asset', null],
    ['/mpc/wallet', 'wallet.asset', { total_usd: '1', total_btc: null, list: [{ wallet_id: '<script>' }] }],
    ['/mpc/center/transactions', 'transaction.list', { list: [{}], total: 1 }],
    ['/mpc/center/todo', 'todo.list', [1, 2, 3]],
    ['/mpc/wallet/center', 'user.info', { nick_name: '<script>alert(1)</script>', wallets: 'none' }],
  ])(
    'on %s (%s) shows the error state with its request id, is logged, and nothing of it is drawn',
    async (path, call, data) => {
      const log = vi.spyOn(console, 'error').mockReturnValue();
      serve({ 'user.info': () => ({ data: user('Ada') }) });
      const known = globalThis.fetch;
      reply({ code: 0, msg: '', data });
      const broken = globalThis.fetch;
      vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
        (url.includes('userInfo') && call !== 'user.info' ? known : broken)(url, init),
      );
      visit(path);
      const alert = await waitFor(() => {
        const found = screen.getAllByRole('alert').find(({ textContent }) => textContent?.includes('req-7'));
        if (!found) throw new Error('no error state yet');
        return found;
      });
      expect(alert.textContent).toContain("The server's answer is not one this version understands.");
      expect(alert.textContent).toContain('contract · req-7');
      expect(log.mock.calls.some(([name, id]) => name === call && id === 'req-7')).toBe(true);
      expect(document.body.textContent).not.toContain('<script>');
    },
  );
});

const seed = Number(process.env.HOLDFAST_SEED ?? 0);

const hostile = [
  ['markup', '<img src=x onerror="alert(1)"><script>alert(1)</script>'],
  ['right to left', '\u202Eevil\u202C مرحبا'],
  ['10,000 characters', 'W'.repeat(10_000)],
  ['a template', '{{count}} $t(nav.todo) \u0024{1}'],
] as const;

const subWallet = (name: string) => ({
  sub_wallet_id: 9,
  sub_wallet_name: 'plain',
  alias: name,
  sub_wallet_type: 1,
  app_show_status: 1,
  is_top: false,
  asset_usd: null,
  role: 'owner',
  member_count: 1,
  status: 1,
  created_at: new Date(0),
});

describe('a name with', () => {
  it.each(hostile)('%s stays text, in a box of its own direction that cuts it', async (_what, name) => {
    serve({
      'user.info': () => ({ data: user(name) }),
      'wallet.subWallets': () => ({
        data: {
          top_sub_wallet_list: [],
          sub_wallet_list: [subWallet(name)],
          pageTotal: 1,
          total: 1,
          total_is_bounded: false,
        },
      }),
    });
    visit('/mpc/wallet/center');
    await waitFor(() => expect(useSession.getState().subWalletId).toBe(9));
    const texts = [...document.querySelectorAll('bdi')].filter(({ textContent }) => textContent === name);
    expect(texts.length).toBeGreaterThanOrEqual(2);
    expect(document.querySelector('img, main script')).toBeNull();
    const inHeader = texts.find((element) => element.closest('header'));
    expect(inHeader?.className).toContain('truncate');
  });
});

describe('a link to a drawer with arguments that make no sense', () => {
  const nonsense = [
    '',
    ':',
    ':__proto__',
    ':constructor:toString',
    ':-1',
    ':9007199254740993',
    ':%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
    ':%E0%A4%A',
    ':%00%E2%80%AE:x:y:z',
    `:${'9'.repeat(200)}`,
  ];

  /** Each drawer is asked for with some of them, the next one with the next ones; or with all, in the full run. */
  const some = (at: number): string[] =>
    Array.from({ length: runsOf(nonsense.length) }, (_, n) => nonsense[(at * 3 + n + seed) % nonsense.length] ?? '');

  it.each(drawerNames)('%s shows a drawer that says so, never a broken page', async (name) => {
    for (const args of some(drawerNames.indexOf(name))) {
      serve({ 'user.info': () => ({ data: user('Ada') }) });
      visit(`/mpc/center/todo?d=${name}${args}`);
      await waitFor(() => expect(screen.queryByRole('dialog')?.textContent).toBeTruthy());
      expect(screen.queryByText('This page could not go on')).toBeNull();
      expect(document.querySelector('[role=dialog] img')).toBeNull();
      cleanup();
      queryClient.clear();
    }
  });
});
