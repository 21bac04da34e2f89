// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { inConsole, visit } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';

inConsole({ signedIn: false });

const ready = {
  data: {
    stage: 'ready',
    signers: [],
    problem: '',
    enroll_url: '',
    ceremony_url: '',
    single_host: false,
    sandbox: false,
  },
};
const grant = { data: { open_token: 'token-2', expires_at: new Date(9e12), step_up_until: new Date(9e12) } };

async function open(path = '/login') {
  const seen = serve({ 'setup.status': () => ready, 'session.login': () => grant });
  const router = visit(path);
  await waitFor(() => expect(document.querySelector('form')).toBeTruthy());
  await waitFor(() => expect(queryClient.getQueryData(['setup', 'status', {}])).toBeTruthy());
  return { seen, router };
}
const fill = (name: string, value: string): void => {
  const input = document.querySelector(`input[name="${name}"]`);
  if (input) fireEvent.change(input, { target: { value } });
};
const press = (): void => void fireEvent.submit(document.querySelector('form') as HTMLFormElement);
const alerts = (): string[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '');

describe('the log-in', () => {
  it('asks for what is missing, in English and in Chinese, at the field, and goes to the first', async () => {
    const { seen } = await open();
    press();
    expect(alerts()).toEqual(['Please enter E-mail', 'Please enter Password', 'Please enter Authenticator code']);
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('input[name="account"]')));
    fireEvent.click(screen.getByText('中文'));
    await waitFor(() => expect(alerts()[1]).toBe('请输入密码'));
    expect(seen.filter(({ path }) => path === '/api/login')).toEqual([]);
  });

  it('says how long the code is, and keeps letters out of it', async () => {
    await open();
    fill('account', 'ada@example.com');
    fill('password', ' ');
    fill('totp', '12ab3');
    press();
    expect(alerts()).toEqual(['Authenticator code must be 6 characters']);
    expect(document.querySelector<HTMLInputElement>('input[name="totp"]')?.value).toBe('123');
  });

  it('says what is wrong at the password, which is selected, and keeps all that was typed: the code is still good', async () => {
    serve({
      'setup.status': () => ready,
      'session.login': () => ({ code: 300011, msg: 'E-mail, password or code is wrong' }),
    });
    visit('/login');
    await screen.findByLabelText('Authenticator code');
    // On a slow machine a frame comes before what was refused is drawn.
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => {
      draw(0);
      return 0;
    });
    for (const [name, value] of [
      ['account', 'ada@example.com'],
      ['password', 'correct horse battery'],
      ['totp', '123456'],
    ] as const)
      fill(name, value);
    press();
    await waitFor(() => expect(alerts()).toEqual(['E-mail, password or code is wrong']));
    const password = document.querySelector<HTMLInputElement>('input[name="password"]');
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect([password?.selectionStart, password?.selectionEnd]).toEqual([0, 'correct horse battery'.length]);
    expect(password?.getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelector<HTMLInputElement>('input[name="totp"]')?.value).toBe('123456');
    await screen.findByText(/An owner can reset how you log in/);
    // What was wrong may be any of them: whatever is typed takes it back.
    fill('account', 'ada@example.org');
    expect(alerts()).toEqual([]);
    expect(password?.value).toBe('correct horse battery');
  });

  it.each([
    ['/mpc/center/transactions?type=1', '/mpc/center/transactions?type=1'],
    ['//evil.example/mpc/wallet', '/mpc/wallet'],
    ['https://evil.example', '/mpc/wallet'],
    ['', '/mpc/wallet'],
  ])('leads back to where one was: %s to %s', async (returnTo, place) => {
    useSession.setState({ returnTo });
    const { router, seen } = await open();
    fill('account', 'ada@example.com');
    fill('password', 'correct horse battery');
    fill('totp', '123456');
    press();
    await waitFor(() => expect(router.state.location.href).toBe(place));
    expect(useSession.getState().token).toBe('token-2');
    expect(seen.find(({ path }) => path === '/api/login')?.form.get('totp')).toBe('123456');
  });

  it('changes its address with its language', async () => {
    const { router } = await open();
    fireEvent.click(screen.getByText('中文'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/zh-CN/login'));
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'));
  });
});
