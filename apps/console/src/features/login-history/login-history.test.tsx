// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SeenRequest, serve } from '../../../test/server.ts';
import { effects } from '../../lib/api.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { type Drawers, DrawersProvider } from '../../ui/drawers.tsx';
import Alerts from './alerts.tsx';
import LoginHistoryPage from './login-history.page.tsx';

const login = (over: object = {}) => ({
  id: 7,
  time: new Date(Date.now() - 120_000),
  ip: '192.0.2.1',
  country: '',
  ua: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140',
  device: 'chrome',
  method: 'password+totp',
  result: true,
  reason: '',
  is_new: false,
  acknowledged: false,
  ...over,
});
const status = (problem: string) => ({
  log: 'holdfast.audit/ab',
  size: 1234,
  keys: ['server-key', 'signer-key'],
  checkpoint: '',
  checkpoint_size: 1200,
  checkpoint_at: new Date(),
  witnesses: [{ signer: '1', name: 'Signer 1', size: 1200, witnessed_at: new Date(), problem }],
});
const grant = { open_token: 'token-2', expires_at: new Date(), step_up_until: new Date() };
const permissions = { data: { permissions: ['audit.read', 'audit.export'], sub_wallets: [], fund_open: true } };
const listed = (...rows: object[]) => ({ data: { pageTotal: 3, total: 60, list: rows } });

let seen: SeenRequest[];
const logout = vi.spyOn(effects, 'logout');
beforeAll(async () => {
  Object.assign(window, { scrollTo: () => undefined });
  await startI18n();
  await loadNamespaces(['tools']);
});
beforeEach(() => {
  useSession.getState().signIn('token-1');
  logout.mockReset().mockReturnValue();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() } satisfies Drawers;
function show(content: ReactNode, at = '/'): void {
  const route = createRootRoute({
    component: () => (
      <DrawersProvider value={drawers}>
        {content}
        <ConfirmHost />
      </DrawersProvider>
    ),
  });
  const router = createRouter({ routeTree: route, history: createMemoryHistory({ initialEntries: [at] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}
const asked = (path: string): SeenRequest[] => seen.filter((each) => each.path.endsWith(path));
const press = async (name: RegExp): Promise<void> =>
  void fireEvent.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement);

describe('the login history', () => {
  it('shows each attempt with what came of it, and why it failed', async () => {
    seen = serve({
      'loginHistory.list': () =>
        listed(
          login({ is_new: true }),
          login({ id: 6, result: false, reason: 'password', ua: 'curl/8', device: 'curl' }),
        ),
      'user.permissions': () => ({ data: { permissions: [], sub_wallets: [], fund_open: true } }),
    });
    show(<LoginHistoryPage />);
    expect(await screen.findByText('Logged in')).toBeTruthy();
    expect(screen.getByText('Wrong password')).toBeTruthy();
    expect(screen.getByText('Chrome · Windows')).toBeTruthy();
    expect(screen.getByText('New')).toBeTruthy();
    expect(screen.queryByText('Audit log')).toBeNull();
  });

  it('asks for the next page, and from the first again when the filter changes', async () => {
    seen = serve({
      'loginHistory.list': () => listed(login()),
      'user.permissions': () => permissions,
      'audit.status': () => ({ data: status('') }),
    });
    show(<LoginHistoryPage />);
    await press(/next page/i);
    await waitFor(() => expect(asked('/list').at(-1)?.form.get('page_no')).toBe('2'));
    const box = screen.getByRole('searchbox', { name: 'Network address or browser' });
    fireEvent.change(box, { target: { value: '192.0' } });
    fireEvent.submit(box);
    await waitFor(() => expect(asked('/list').at(-1)?.form.get('keyword')).toBe('192.0'));
    expect(asked('/list').at(-1)?.form.get('page_no')).toBe('1');
  });

  it('"not me" asks first, then for a fresh code where it must, and then leaves', async () => {
    let fresh = false;
    seen = serve({
      'loginHistory.list': () => listed(login()),
      'user.permissions': () => ({ data: { permissions: [], sub_wallets: [], fund_open: true } }),
      'loginHistory.revokeAll': () => (fresh ? { data: { revoked: 3 } } : { code: 300004, msg: 'Confirm with a code' }),
      'session.stepUp': () => {
        fresh = true;
        return { data: grant };
      },
    });
    show(<LoginHistoryPage />);
    await press(/not me/i);
    await screen.findByText('End all your sessions?');
    expect(asked('/revoke_all')).toHaveLength(0);
    await press(/^not me/i);
    fireEvent.change(await screen.findByRole('textbox', { name: /code/i }), { target: { value: '123456' } });
    await press(/^confirm/i);
    await waitFor(() => expect(logout).toHaveBeenCalled());
    expect(asked('/revoke_all')).toHaveLength(2);
    expect(asked('/revoke_all').at(-1)?.headers.get('openToken')).toBe('token-2');
  });

  it('"not me" that is called off ends nothing', async () => {
    seen = serve({
      'loginHistory.list': () => listed(login()),
      'user.permissions': () => permissions,
      'audit.status': () => ({ data: status('') }),
    });
    show(<LoginHistoryPage />);
    await press(/not me/i);
    await press(/^cancel/i);
    await waitFor(() => expect(screen.queryByText('End all your sessions?')).toBeNull());
    expect(asked('/revoke_all')).toHaveLength(0);
    expect(logout).not.toHaveBeenCalled();
  });

  it('who may read the audit log sees how far it is signed and witnessed', async () => {
    seen = serve({
      'loginHistory.list': () => listed(login()),
      'user.permissions': () => permissions,
      'audit.status': () => ({ data: status('') }),
    });
    show(<LoginHistoryPage />);
    expect(await screen.findByText('1,200 / 1,200')).toBeTruthy();
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /download/i })).toBeTruthy();
  });
});

describe('on every page', () => {
  const alerts = (problem: string, ...rows: object[]) => ({
    'loginHistory.alerts': () => ({ data: { list: rows } }),
    'loginHistory.acknowledge': () => ({ data: {} }),
    'user.permissions': () => permissions,
    'audit.status': () => ({ data: status(problem) }),
  });

  it('a login from somewhere new is told until it is said whose it was', async () => {
    seen = serve(alerts('', login({ is_new: true }), login({ id: 5, is_new: true })));
    show(<Alerts />);
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /New login: Chrome · Windows, 192\.0\.2\.1.*and 1 more/,
    );
    await press(/it was me/i);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(asked('/acknowledge').map(({ form }) => form.get('id'))).toEqual(['7', '5']);
  });

  it('nothing is said when there is nothing to say', async () => {
    seen = serve(alerts(''));
    show(<Alerts />);
    await waitFor(() => expect(asked('/status')).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a signer that has seen another log is told', async () => {
    seen = serve(alerts('logForked'));
    show(<Alerts />);
    expect((await screen.findByRole('alert')).textContent).toContain('another audit log');
  });
});

it('operations are told by name, found by person, part and days, and lead to what they are about', async () => {
  const row = (seq: number, action: string, object: string) => ({
    seq,
    time: new Date(),
    actor: 'user:1',
    actor_name: 'Olivia',
    action,
    object,
    result: 'ok',
    ip: '10.0.0.1',
    detail: {},
    hash: 'ab'.repeat(32),
  });
  seen = serve({
    'user.permissions': () => permissions,
    'loginHistory.list': () => ({ data: { pageTotal: 0, total: 0, list: [] } }),
    'audit.status': () => ({ data: status('') }),
    'audit.list': () => ({
      data: {
        pageTotal: 1,
        total: 2,
        list: [
          row(9, 'addressBook.add', 'proposal:4'),
          row(8, 'wallet.updateAlias', 'workspace:1'),
          row(6, 'addressBook.ownerSave', `payee:${'cd'.repeat(32)}`),
          row(7, 'withdraw.create', 'order:3'),
        ],
      },
    }),
  });
  show(<LoginHistoryPage />, '/?area=addressBook&person=m-1&oq=acme&since=2026-11-01');
  const link = await screen.findByRole('link', { name: 'Payees proposed' });
  expect(link.getAttribute('href')).toBe('/mpc/center/todo?item=p4');
  expect(screen.getByText('Wallet renamed').closest('a, button')).toBeNull();
  const about = screen.getByRole('link', { name: 'change 4' });
  expect(about.getAttribute('href')).toBe('/mpc/center/todo?item=p4');
  // The raw of the log is there for whoever looks for it.
  expect(about.closest('td')?.title).toBe(`#9 addressBook.add proposal:4 ${'ab'.repeat(32)}`);
  expect(screen.queryByText(/order:3/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'W-3' }));
  expect(drawers.push).toHaveBeenCalledWith('transaction', '2', '3');
  drawers.push.mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Withdrawal asked for' }));
  expect(drawers.push).toHaveBeenCalledWith('transaction', '2', '3');
  fireEvent.click(screen.getByRole('button', { name: 'Beneficiary of a payee changed' }));
  expect(drawers.push).toHaveBeenCalledWith('bookEntry', 'cd'.repeat(32));
  const form = asked('/audit/list')[0]?.form;
  expect([form?.get('area'), form?.get('person'), form?.get('keyword'), form?.has('start')]).toEqual([
    'addressBook',
    'm-1',
    'acme',
    true,
  ]);
});
