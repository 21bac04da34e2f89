// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../../test/server.ts';
import { loadNamespaces, setLanguage, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useToasts } from '../../lib/toasts.ts';
import { useOwnerDraft } from './draft.ts';
import { OwnerStep } from './owner.step.tsx';
import { SignerStep } from './signer.step.tsx';
import { TotpStep } from './totp.step.tsx';
import { WorkspaceStep } from './workspace.step.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['tools']);
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  useOwnerDraft.setState({ email: '', password: '', uri: '', secret: '' });
  queryClient.clear();
  await setLanguage('en-US');
});

const show = (step: ReactNode) => render(<QueryClientProvider client={queryClient}>{step}</QueryClientProvider>);
const fill = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (): void => void fireEvent.submit(document.querySelector('form') as HTMLFormElement);
const alerts = (): string[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '');

describe('set-up says what is wrong in the generic words', () => {
  it('the owner: every field that is missing, then e-mail and password', async () => {
    const seen = serve({});
    const view = show(<OwnerStep />);
    press();
    expect(alerts()).toEqual([
      'Please enter Name',
      'Please enter E-mail',
      'Please enter Password',
      'Please enter Set-up token',
    ]);
    fill('Name', '   ');
    fill('E-mail', 'ada@');
    fill('Password', 'short');
    fill('Set-up token', 'the token');
    expect(alerts()).toEqual([
      'Name cannot be a blank character',
      'E-mail is not a valid email',
      'Password must be at least 12 characters',
    ]);
    await act(() => setLanguage('zh-CN'));
    view.rerender(
      <QueryClientProvider client={queryClient}>
        <OwnerStep />
      </QueryClientProvider>,
    );
    expect(alerts()[1]).toBe('请输入有效的邮箱地址');
    expect(seen).toEqual([]);
  });

  it('the owner: the token comes with the link, and is not asked for then', async () => {
    location.hash = '#token=from-the-link';
    const seen = serve({
      'setup.owner': () => ({ data: { user_id: 1, totp_secret: 'S', totp_uri: 'otpauth://totp/x' } }),
    });
    show(<OwnerStep />);
    expect(screen.queryByLabelText('Set-up token')).toBeNull();
    fill('Name', 'Ada');
    fill('E-mail', 'ada@example.com');
    fill('Password', 'correct horse battery');
    press();
    await waitFor(() => expect(seen.map(({ form }) => form.get('setup_token'))).toEqual(['from-the-link']));
    location.hash = '';
  });

  it('the owner: a link with an old token asks for the one that the server printed last', async () => {
    location.hash = '#token=old';
    const seen = serve({ 'setup.owner': () => ({ code: 300037, msg: 'another token' }) });
    show(<OwnerStep />);
    fill('Name', 'Ada');
    fill('E-mail', 'ada@example.com');
    fill('Password', 'correct horse battery');
    press();
    await screen.findByLabelText('Set-up token');
    fill('Set-up token', 'new');
    press();
    await waitFor(() => expect(seen.map(({ form }) => form.get('setup_token'))).toEqual(['old', 'new']));
    location.hash = '';
  });

  it('the owner: what is wrong with the token is said at its field, and a reload does not take the old one again', async () => {
    location.hash = '#token=old';
    serve({ 'setup.owner': () => ({ code: 300037, msg: 'another token' }) });
    const first = show(<OwnerStep />);
    fill('Name', 'Ada');
    fill('E-mail', 'ada@example.com');
    fill('Password', 'correct horse battery');
    press();
    await waitFor(() => expect(alerts()).toEqual(['another token']));
    expect(screen.getByLabelText<HTMLInputElement>('Set-up token').value).toBe('');
    expect(location.hash).toBe('');
    first.unmount();
    show(<OwnerStep />);
    const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    expect(['Name', 'E-mail', 'Password', 'Set-up token'].map(textIn)).toEqual(['Ada', 'ada@example.com', '', '']);
  });

  it('the owner: another link that is opened on the same page counts', async () => {
    const seen = serve({ 'setup.owner': () => ({ code: 300191, msg: 'easy to guess' }) });
    location.hash = '#token=old';
    show(<OwnerStep />);
    location.hash = '#token=newer';
    await act(async () => void dispatchEvent(new HashChangeEvent('hashchange')));
    fill('Name', 'Ada');
    fill('E-mail', 'ada@example.com');
    fill('Password', 'passwordpassword');
    press();
    await waitFor(() => expect(seen.map(({ form }) => form.get('setup_token'))).toEqual(['newer']));
    await waitFor(() => expect(alerts()).toEqual(['easy to guess']));
    location.hash = '';
  });

  it('the owner: after a reload at the authenticator the name, the e-mail and the token are there, and the password is asked for', async () => {
    serve({ 'setup.owner': () => ({ data: { user_id: 1, totp_secret: 'S', totp_uri: 'otpauth://totp/x' } }) });
    const first = show(<TotpStep />);
    fill('Name', 'Ada');
    fill('E-mail', 'ada@example.com');
    fill('Password', 'correct horse battery');
    fill('Set-up token', 'typed by hand');
    press();
    await screen.findByLabelText('Authenticator code');
    first.unmount();
    useOwnerDraft.setState({ email: '', password: '', uri: '', secret: '' });
    show(<TotpStep />);
    expect(screen.getByText(/keeps no password/)).toBeTruthy();
    expect(screen.queryByLabelText('Set-up token')).toBeNull();
    fill('Password', 'correct horse battery');
    press();
    await screen.findByLabelText('Authenticator code');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('correct horse');
    location.hash = '';
  });

  const back = (): void => {
    location.hash = '#token=from-the-link';
    show(<TotpStep />);
    fill('Name', 'Ada');
    fill('E-mail', 'ada@example.com');
  };

  it('the owner: after a reload a password that was not chosen is refused at its field, whatever its length', async () => {
    const seen = serve({ 'setup.owner': () => ({ code: 300011, msg: 'E-mail, password or code is wrong' }) });
    back();
    fill('Password', 'mistyped');
    press();
    await waitFor(() => expect(alerts()).toEqual(['This is not the password that you chose with this e-mail']));
    // Not the list of common passwords, which the meter of the test before may still be asking for.
    const sent = seen.filter(({ method }) => method === 'POST');
    expect(sent.map(({ form }) => [form.get('password'), form.get('again')])).toEqual([['mistyped', '1']]);
    expect(useOwnerDraft.getState().uri).toBe('');
    location.hash = '';
  });

  it('the owner: after a reload another password is chosen by saying so, as a new one', async () => {
    const seen = serve({
      'setup.owner': () => ({ data: { user_id: 1, totp_secret: 'S', totp_uri: 'otpauth://totp/x' } }),
    });
    back();
    expect(screen.queryByText(/At least 12 characters/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Choose another password' }));
    expect(screen.getByText(/takes the place of the one before/)).toBeTruthy();
    expect(screen.getByText(/At least 12 characters/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ada@example.com');
    fill('Password', 'another password 123');
    press();
    await screen.findByLabelText('Authenticator code');
    expect(seen.map(({ form }) => [form.get('again'), form.get('setup_token')])).toEqual([['0', 'from-the-link']]);
    location.hash = '';
  });

  it('the workspace: its names are there after a reload', () => {
    serve({});
    const first = show(<WorkspaceStep />);
    fill('Workspace name', 'Acme');
    first.unmount();
    show(<WorkspaceStep />);
    expect(screen.getByLabelText<HTMLInputElement>('Workspace name').value).toBe('Acme');
  });

  it('the owner: in order, it is sent once', async () => {
    const seen = serve({
      'setup.owner': () => ({ data: { user_id: 1, totp_secret: 'S', totp_uri: 'otpauth://totp/x' } }),
    });
    show(<OwnerStep />);
    fill('Name', 'Ada');
    fill('E-mail', 'ada@example.com');
    fill('Password', 'correct horse battery');
    fill('Set-up token', 'the token');
    press();
    await waitFor(() => expect(useOwnerDraft.getState().uri).toBe('otpauth://totp/x'));
    expect(seen.map(({ path, form }) => [path, form.get('email')])).toEqual([['/api/setup/owner', 'ada@example.com']]);
  });

  it('the authenticator: six digits', () => {
    serve({});
    useOwnerDraft.setState({ email: 'ada@example.com', password: 'p', uri: 'otpauth://totp/x', secret: 'S' });
    show(<TotpStep />);
    fill('Authenticator code', '12');
    press();
    expect(alerts()).toEqual(['Authenticator code must be 6 characters']);
  });

  it('the authenticator: a wrong code is called wrong, at its field, which has the focus again', async () => {
    serve({ 'setup.totp': () => ({ code: 300011, msg: 'no' }) });
    useOwnerDraft.setState({ email: 'ada@example.com', password: 'p', uri: 'otpauth://totp/x', secret: 'S' });
    useToasts.setState({ toasts: [] });
    show(<TotpStep />);
    fill('Authenticator code', '123456');
    press();
    await waitFor(() => expect(alerts()).toEqual([expect.stringContaining('The code is wrong')]));
    expect(useToasts.getState().toasts).toEqual([]);
    const field = screen.getByLabelText<HTMLInputElement>('Authenticator code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toBe('');
    fill('Authenticator code', '6');
    expect(alerts()).toEqual(['Authenticator code must be 6 characters']);
  });

  it('the workspace: both names', () => {
    serve({});
    show(<WorkspaceStep />);
    press();
    expect(alerts()).toEqual(['Please enter Workspace name', 'Please enter First wallet']);
  });
});

describe('set-up leads to a signer’s page', () => {
  const url = 'https://signer.example/#/enroll?lang=en-US&return=here';
  const step = (kind: 'passkey' | 'ceremony') => show(<SignerStep kind={kind} url={url} signers={[]} />);
  const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

  it('in the language that is spoken when it is pressed, whatever the server was asked for last', async () => {
    step('passkey');
    expect(leads('Create passkey')).toContain('lang=en-US');
    cleanup();
    await act(() => setLanguage('zh-CN'));
    step('passkey');
    expect(leads('创建通行密钥')).toContain('lang=zh-CN');
    expect(leads('创建通行密钥')).toContain('return=here');
    cleanup();
    step('ceremony');
    expect(leads('开始密钥仪式')).toContain('lang=zh-CN');
  });

  it('with the command that shows its set-up code, whole and to be copied, where it asks for one', () => {
    step('passkey');
    expect(document.querySelector('code')?.textContent).toBe('sudo cat /etc/holdfast-signer/setup-code');
    screen.getByRole('button', { name: 'Copy' });
    cleanup();
    step('ceremony');
    expect(document.querySelector('code')).toBeNull();
  });
});
