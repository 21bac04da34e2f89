// @vitest-environment jsdom
import { credentialFingerprint, digestWords } from '@holdfast/policy';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inConsole, visit } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';

inConsole({ signedIn: false });
afterEach(() => sessionStorage.clear());

const token = 'A'.repeat(43);
const key = { id: 'dk-1', type: 'device', publicKey: 'ab'.repeat(32) } as const;
const fragment = `#${new URLSearchParams({ credential: JSON.stringify(key) })}`;
const password = 'Correct-horse-battery-9';
const info = {
  name: 'Bo',
  email: 'bo@example.org',
  role: 'approver',
  workspace: 'Northwind <b>',
  invited_by: 'Olivia',
  status: 'open',
  expire_at: new Date('2026-11-24T08:00:00Z'),
  key_pages: [
    { host: 'signer.example', signers: ['Signer 1'], url: 'http://signer.example/#/key?name=Bo', has_key: false },
  ],
};
const state = (status: string) => ({ 'team.joinState': () => ({ data: { status } }) });
const grant = { open_token: 't', expires_at: new Date(0), step_up_until: new Date(0), item_id: 9 };

/** The words that whoever approves asks for, without their places. */
const wordsShown = (): (string | undefined)[] =>
  within(screen.getByRole('heading', { name: 'Words of your key' }).parentElement as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^\d+/, ''));
const fill = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (): void => void fireEvent.submit(document.querySelector('form') as HTMLFormElement);

describe('an invitation', () => {
  it('says who invites to what, and begins with the key on the signer’s page', async () => {
    serve({ 'team.joinInfo': () => ({ data: info }) });
    visit(`/mpc/join/${token}`);
    const link = await screen.findByRole('link', { name: /Make my key/ });
    // It opens in the language that is spoken here.
    expect(link.getAttribute('href')).toMatch(/^http.*#\/key\?.*lang=en-US/);
    for (const text of ['Northwind <b>', 'Olivia', 'bo@example.org', 'Approver']) screen.getByText(text);
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('is one line once a key is made: all it says and the words of the key are a press away, until every step is done', async () => {
    serve({
      'team.joinInfo': () => ({ data: info }),
      'team.join': () => ({ data: { totp_secret: '', totp_uri: '' } }),
      'team.joinConfirm': () => ({ data: grant }),
      ...state('proposed'),
    });
    const present = () => document.querySelector('[aria-current=step]')?.textContent;
    visit(`/mpc/join/${token}`);
    expect((await screen.findByText('Olivia')).closest('details')).toBeNull();
    expect(present()).toContain('Key');
    cleanup();
    visit(`/mpc/join/${token}${fragment}`);
    await screen.findByLabelText('Password again');
    const fold = screen.getByText('Olivia').closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.querySelector('summary')?.textContent).toContain('Northwind <b>');
    fireEvent.click(fold?.querySelector('summary') as HTMLElement);
    expect(fold?.open).toBe(true);
    expect(fold?.textContent).toContain('bo@example.org');
    expect(wordsShown()).toEqual([...digestWords(credentialFingerprint(key))]);
    expect(fold?.contains(screen.getByLabelText('Password'))).toBe(false);
    for (const label of ['Password', 'Password again']) fill(label, password);
    press();
    fireEvent.change(await screen.findByLabelText('Authenticator code'), { target: { value: '123456' } });
    expect(present()).toContain('Authenticator');
    press();
    await screen.findByText('The members decide now');
    expect(present()).toBeUndefined();
    screen.getByText('Authenticator');
    expect(screen.getByRole('heading', { name: 'Words of your key' }).closest('details')).toBeNull();
  });

  it('asks for the words of the key no more once the members have decided, and offers to log in only then', async () => {
    let status = 'proposed';
    serve({
      'team.joinInfo': () => ({ data: info }),
      'team.join': () => ({ data: { totp_secret: '', totp_uri: '' } }),
      'team.joinConfirm': () => ({ data: grant }),
      'team.joinState': () => ({ data: { status } }),
    });
    visit(`/mpc/join/${token}${fragment}`);
    await screen.findByLabelText('Password again');
    for (const label of ['Password', 'Password again']) fill(label, password);
    press();
    fireEvent.change(await screen.findByLabelText('Authenticator code'), { target: { value: '123456' } });
    press();
    await screen.findByText('The members decide now');
    screen.getByRole('heading', { name: 'Words of your key' });
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
    status = 'accepted';
    await act(() => queryClient.invalidateQueries({ queryKey: ['team'] }));
    await screen.findByText('You are a member');
    expect(screen.queryByRole('heading', { name: 'Words of your key' })).toBeNull();
    screen.getByRole('link', { name: 'Log in' });
  });

  it('that is used shows the steps as done, as it did when they were', async () => {
    serve({ 'team.joinInfo': () => ({ code: 300064, msg: 'no' }), ...state('accepted') });
    visit(`/mpc/join/${token}`);
    await screen.findByText('You are a member');
    screen.getByText('Authenticator');
    expect(document.querySelector('[aria-current=step]')).toBeNull();
  });

  it('is in Chinese for who has chosen that', async () => {
    await setLanguage('zh-CN');
    serve({ 'team.joinInfo': () => ({ data: info }) });
    visit(`/mpc/join/${token}`);
    await screen.findByText('审批人');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('加入工作区');
  });

  it('takes the key out of the address at once, then password twice, authenticator, and the members decide', async () => {
    const seen = serve({
      'team.joinInfo': () => ({ data: info }),
      'team.join': () => ({ data: { totp_secret: 'SECRET', totp_uri: 'otpauth://totp/x' } }),
      'team.joinConfirm': () => ({ data: grant }),
      ...state('proposed'),
    });
    const router = visit(`/mpc/join/${token}${fragment}`);
    await screen.findByLabelText('Password again');
    expect(wordsShown()).toEqual([...digestWords(credentialFingerprint(key))]);
    expect(router.state.location.href).toBe(`/mpc/join/${token}`);
    fill('Password', password);
    fill('Password again', 'Correct-horse-battery-8');
    press();
    await screen.findByText('The two passwords are not the same.');
    expect(seen.some(({ path }) => path === '/api/mpc/team/join')).toBe(false);
    fill('Password again', password);
    press();
    expect((await screen.findByTestId('totp-secret')).textContent).toBe('SECRET');
    fill('Authenticator code', '123456');
    press();
    await screen.findByText('The members decide now');
    expect(wordsShown()).toEqual([...digestWords(credentialFingerprint(key))]);
    const sent = seen.find(({ path }) => path === '/api/mpc/team/join/confirm')?.form;
    expect(JSON.parse(sent?.get('credential') ?? '')).toEqual(key);
    expect([sent?.get('password'), sent?.get('totp'), sent?.get('token')]).toEqual([password, '123456', token]);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(password);
    expect(useSession.getState().token).toBe('');
  });

  it('leads to a second passkey on a page of another host, keeps the first meanwhile, and hands in both', async () => {
    const passkey = (host: string) => ({ id: `pk ${host}`, type: 'passkey', publicKey: '04', rpId: host, origins: [] });
    const arriving = (made: object) => `#${new URLSearchParams({ credential: JSON.stringify(made) })}`;
    const pages = ['one.example', 'two.example'].map((host) => ({
      host,
      signers: [`Signer of ${host}`],
      url: `https://${host}/#/key?name=Bo`,
      has_key: false,
    }));
    const seen = serve({
      'team.joinInfo': () => ({ data: { ...info, key_pages: pages } }),
      'team.join': () => ({ data: { totp_secret: '', totp_uri: '' } }),
      'team.joinConfirm': () => ({ data: grant }),
    });
    visit(`/mpc/join/${token}${arriving(passkey('one.example'))}`);
    const way = await screen.findByRole('link', { name: /Make a passkey at two.example/ });
    expect(way.getAttribute('href')).toBe(`${pages[1]?.url}&lang=en-US`);
    screen.getByRole('button', { name: 'Go on without it' });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(token);
    cleanup();
    visit(`/mpc/join/${token}${arriving(passkey('two.example'))}`);
    await screen.findByLabelText('Password again');
    for (const label of ['Password', 'Password again']) fill(label, password);
    press();
    await screen.findByLabelText('Authenticator code');
    fill('Authenticator code', '123456');
    press();
    await screen.findByText('The members decide now');
    const sent = seen.find(({ path }) => path === '/api/mpc/team/join/confirm')?.form;
    expect(JSON.parse(sent?.get('credential') ?? '')).toEqual(passkey('one.example'));
    expect(JSON.parse(sent?.get('further_credentials') ?? '')).toEqual([passkey('two.example')]);
    expect(sessionStorage.getItem('holdfast.madeKeys')).toBeNull();
  });

  it('goes on with one passkey for who wants that, and asks nobody with a device key for a second', async () => {
    const pages = ['one.example', 'two.example'].map((host) => ({
      host,
      signers: ['Signer'],
      url: `https://${host}/#/key`,
      has_key: false,
    }));
    serve({ 'team.joinInfo': () => ({ data: { ...info, key_pages: pages } }) });
    const one = { id: 'pk', type: 'passkey', publicKey: '04', rpId: 'one.example', origins: [] };
    visit(`/mpc/join/${token}#${new URLSearchParams({ credential: JSON.stringify(one) })}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Go on without it' }));
    await screen.findByLabelText('Password again');
    cleanup();
    sessionStorage.clear();
    visit(`/mpc/join/${token}${fragment}`);
    await screen.findByLabelText('Password again');
  });

  it('says so when the signer’s page sent no key', async () => {
    serve({ 'team.joinInfo': () => ({ data: info }) });
    const router = visit(`/mpc/join/${token}#credential=%7Bbroken`);
    await screen.findByText(/sent no key that could be used/);
    expect(router.state.location.hash).toBe('');
  });

  it('for an address that has an account shows no new secret', async () => {
    serve({
      'team.joinInfo': () => ({ data: info }),
      'team.join': () => ({ data: { totp_secret: '', totp_uri: '' } }),
    });
    visit(`/mpc/join/${token}${fragment}`);
    await screen.findByLabelText('Password again');
    fill('Password', password);
    fill('Password again', password);
    press();
    await screen.findByText(/There is an account for this e-mail already/);
    expect(screen.queryByTestId('totp-secret')).toBeNull();
  });

  it.each([token, 'short', 'x'.repeat(300)])(
    'that is used, cancelled, old or no invitation says so: %s',
    async (one) => {
      const no = () => ({ code: 300064, msg: 'no' });
      const seen = serve({ 'team.joinInfo': no, 'team.joinState': no });
      visit(`/mpc/join/${one}`);
      await screen.findByText('This invitation cannot be used');
      await waitFor(() => expect(seen.length).toBe(one === token ? 2 : 0));
    },
  );

  it('that nothing can be learnt of now is not said to be void', async () => {
    serve({ 'team.joinInfo': () => ({ code: 300064, msg: 'no' }), 'team.joinState': () => 'broken' });
    visit(`/mpc/join/${token}`);
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('This invitation cannot be used')).toBeNull();
  });

  it.each([
    ['proposed', 'The members decide now'],
    ['accepted', 'You are a member'],
    ['cancelled', 'You were not admitted'],
    ['', 'This invitation cannot be used'],
  ])(
    'by which somebody has joined says what the members have decided, and asks on only while they decide: %s',
    async (status, text) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
      const seen = serve({
        'team.joinInfo': () => ({ code: 300064, msg: 'no' }),
        ...(status === '' ? { 'team.joinState': () => ({ code: 300064, msg: 'no' }) } : state(status)),
      });
      visit(`/mpc/join/${token}`);
      await vi.waitFor(() => screen.getByText(text));
      const asked = (): number => seen.filter(({ path }) => path.endsWith('/join/state')).length;
      const before = asked();
      await vi.advanceTimersByTimeAsync(6_000);
      expect(asked() > before).toBe(status === 'proposed');
      vi.useRealTimers();
    },
  );
});
