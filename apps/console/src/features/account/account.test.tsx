// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole, open, visit } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { connectEffects } from '../../app/router.tsx';
import { setLanguage } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import '../../lib/same-session.ts';
import { useSession } from '../../lib/session.ts';
import { resetTokenOf } from './view.ts';
import { waitText } from './wait-text.ts';

inConsole();

const overview = {
  member_id: 'm-1',
  password_changed_at: new Date(Date.now() - 3 * 86_400_000),
  authenticator_changed_at: null,
  keys: [
    { id: 'pk', type: 'passkey', words: ['amber', 'birch'], signers: ['Signer 1', 'Signer 2'] },
    { id: 'dk', type: 'device', words: ['coral', 'delta'], signers: [] },
  ],
  reset_delay_ms: 86_400_000,
};
const session = (id: number, over: object = {}) => ({
  session_id: `00000000-0000-4000-8000-00000000000${id}`,
  device: 'firefox',
  ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  ip: '192.0.2.7',
  created_at: new Date(Date.now() - 7_200_000),
  last_seen_at: new Date(Date.now() - 600_000),
  expires_at: new Date(Date.now() + 3_600_000),
  current: false,
  ...over,
});
const reset = {
  reset_id: 4,
  member_id: 'm-1',
  name: 'Bo <b>',
  what: 'password',
  asked_by: 'Olivia',
  asked_at: new Date(),
  due_at: new Date(Date.now() + 86_400_000),
  expires_at: new Date(Date.now() + 4 * 86_400_000),
  me: true,
};
const permissions = { data: { permissions: ['team.read'], sub_wallets: [], fund_open: true } };
function answers({ resets = [] as object[], sessions = [session(1, { current: true }), session(2)] } = {}) {
  return {
    'account.overview': () => ({ data: overview }),
    'account.sessions': () => ({ data: { list: sessions } }),
    'account.resets': () => ({ data: { list: resets } }),
    'user.permissions': () => permissions,
  };
}

describe('the account', () => {
  it('shows how one logs in, the keys with where they answer, and where one is logged in', async () => {
    serve(answers());
    await open('/mpc/center/account');
    await screen.findByText('Changed 3 days ago');
    screen.getByText('Never changed');
    screen.getByText('Answers on the pages of Signer 1 and Signer 2');
    screen.getByText('Answers on no page of a signer that is there now');
    const link = screen.getByRole('link', { name: 'Change keys' });
    expect(link.getAttribute('href')).toBe('/mpc/center/teamMember?d=member%3Am-1');
    const rows = await screen.findAllByRole('row');
    expect(rows).toHaveLength(3);
    within(rows[1] as HTMLElement).getByText('This session');
    expect(within(rows[1] as HTMLElement).queryByRole('button')).toBeNull();
    within(rows[2] as HTMLElement).getByText('Firefox · Linux');
  });

  it('ends one session once that is confirmed', async () => {
    let sessions = [session(1, { current: true }), session(2)];
    const seen = serve({
      ...answers(),
      'account.sessions': () => ({ data: { list: sessions } }),
      'account.endSession': () => {
        sessions = sessions.slice(0, 1);
        return { data: {} };
      },
    });
    await open('/mpc/center/account');
    fireEvent.click(await screen.findByRole('button', { name: 'End the session of Firefox · Linux, 192.0.2.7' }));
    expect(seen.some(({ path }) => path.endsWith('/session/end'))).toBe(false);
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End' }));
    await waitFor(() => expect(screen.queryByText('End all others')).toBeNull());
    const ended = seen.find(({ path }) => path.endsWith('/session/end'));
    expect(ended?.form.get('session_id')).toBe(session(2).session_id);
  });

  it('says that one is being reset, by whom, and stops it', async () => {
    const seen = serve({ ...answers({ resets: [reset] }), 'account.stopReset': () => ({ data: {} }) });
    await open('/mpc/center/account');
    await screen.findByText('Olivia asks to reset your password');
    screen.getByText(/It can give nobody a key to approve with.*If you have lost nothing, stop it\./);
    fireEvent.click(screen.getByRole('button', { name: 'Stop it' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop it' }));
    await waitFor(() => expect(seen.find(({ path }) => path.endsWith('/reset/stop'))?.form.get('reset_id')).toBe('4'));
  });

  it('sends no new password that was not typed twice alike, and says at its field what the server has against it', async () => {
    const seen = serve({
      ...answers(),
      'account.changePassword': () => ({ code: 300192, msg: 'You have used this password before' }),
    });
    await open('/mpc/center/account?d=changePassword');
    const fill = (label: string, value: string): void =>
      void fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByLabelText('Current password');
    fill('Current password', 'old');
    fill('New password', 'seven paper boats');
    fill('New password again', 'seven paper goats');
    fill('Authenticator code', '123456');
    const send = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Change the password' }));
    send();
    await screen.findByText('The two passwords are not the same.');
    const asked = () => seen.filter(({ path }) => path.endsWith('/password/change'));
    expect(asked()).toEqual([]);
    fill('New password again', 'seven paper boats');
    send();
    await screen.findByText('You have used this password before');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')));
    expect(asked()[0]?.form.get('new_password')).toBe('seven paper boats');
  });

  it.each([
    [86_400_000, '24 hours', '24小时'],
    [3_600_000, '1 hour', '1小时'],
    [5_000, '1 minute', '1分钟'],
    [5_400_000, '90 minutes', '90分钟'],
  ])('a wait of %d ms is %s, %s', async (ms, english, chinese) => {
    expect(waitText(ms)).toBe(english);
    await setLanguage('zh-CN');
    expect(waitText(ms).replace(/\s/g, '')).toBe(chinese);
  });
});

describe('a session that is over', () => {
  it.each([
    ['idle', /after 30 minutes without use/],
    ['expired', /12 hours at most/],
    ['ended', /was ended elsewhere/],
    ['no word of this version', /this session is over/],
  ])('%s: the log-in says so, and leads back', async (over, text) => {
    let live = false;
    serve({
      ...answers(),
      'account.sessions': () =>
        live ? { data: { list: [] } } : { code: 110909, msg: 'Please log in', data: { over } },
      'session.login': () => {
        live = true;
        return { data: { open_token: 't2', expires_at: new Date(9e12), step_up_until: new Date(9e12) } };
      },
      'setup.status': () => ({
        data: {
          ...{ stage: 'ready', signers: [], problem: '', enroll_url: '', ceremony_url: '' },
          ...{ single_host: false, sandbox: false },
        },
      }),
    });
    const router = visit('/mpc/center/account');
    connectEffects(router);
    await screen.findByText(text);
    expect(router.state.location.pathname).toBe('/login');
    await waitFor(() => expect(queryClient.getQueryData(['setup', 'status', {}])).toBeTruthy());
    for (const [name, value] of [
      ['account', 'ada@example.com'],
      ['password', 'x'],
      ['totp', '123456'],
    ])
      fireEvent.change(document.querySelector(`input[name="${name}"]`) as Element, { target: { value } });
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await waitFor(() => expect(router.state.location.pathname).toBe('/mpc/center/account'));
    expect(useSession.getState().over).toBe('');
  });

  it('says nothing to who has logged out', async () => {
    serve({});
    useSession.getState().signOut('/mpc/wallet');
    visit('/login');
    await screen.findByLabelText('E-mail');
    expect(screen.queryByText(/logged out/)).toBeNull();
  });

  it('is none where another tab has renewed it; who logged in as somebody else there is not taken for the same', () => {
    const other = (token: string, userName: string): void => {
      const newValue = JSON.stringify({ state: { token, userName }, version: 1 });
      dispatchEvent(new StorageEvent('storage', { key: 'holdfast.session', newValue }));
    };
    useSession.getState().setUser('Ada', 1);
    other('renewed', 'Ada');
    expect(useSession.getState().token).toBe('renewed');
    for (const [token, name] of [
      ['strange', 'Eve'],
      ['', 'Ada'],
      ['line\nbreak', 'Ada'],
    ] as const)
      other(token, name);
    dispatchEvent(new StorageEvent('storage', { key: 'holdfast.session', newValue: 'no JSON' }));
    expect(useSession.getState().token).toBe('renewed');
  });
});

describe('the link of a reset', () => {
  const token = 'A'.repeat(43);
  it.each([
    ['', ''],
    ['#token=short', ''],
    [`#token=${token}`, token],
    [`#credential=x&token=${token}`, token],
    [`#token=${token}<b>`, ''],
  ])('%s has the token %j', (hash, found) => expect(resetTokenOf(hash)).toBe(found));

  it('is sent in the body of a request, never in its address', async () => {
    history.replaceState(null, '', `#token=${token}`);
    const info = { name: 'Bo', workspace: 'Acme', what: 'password', ready: false };
    const times = { due_at: new Date(Date.now() + 1e6), expires_at: new Date(Date.now() + 1e8) };
    const seen = serve({ 'account.resetInfo': () => ({ data: { ...info, ...times } }) });
    visit('/mpc/reset');
    await screen.findByText('This link works later');
    const asked = seen.find(({ path }) => path.endsWith('/reset/info'));
    expect([asked?.method, asked?.form.get('token')]).toEqual(['POST', token]);
    history.replaceState(null, '', '/');
  });
});
