// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { wordsOf } from './view.ts';

inConsole();

const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const apiClient = (app_id: string, name: string, over: object = {}) => ({
  app_id,
  name,
  status: 1,
  ip_list: ['203.0.113.7'],
  scopes: ['read', 'withdraw'],
  sub_wallet_ids: [],
  per_minute: null,
  sign_alg: 'ed25519',
  public_key: publicKey,
  words: wordsOf(publicKey),
  created_at: new Date(),
  last_used_at: null,
  last_ip: '',
  expire_at: null,
  item_id: null,
  in_rules: true,
  made_by: { member_id: 'm-2', name: 'Bo <b>' },
  ...over,
});
const payroll = apiClient('p-0123456789abcdef', 'Payroll <b>');
const old = apiClient('p-ffffffffffffffff', 'Old job', { status: 0, in_rules: false, made_by: null });
const made = {
  item_id: 9,
  approval_url: 'http://signer.example/#/i/x?digest=ab',
  instant: false,
  digest: 'ab'.repeat(32),
  digest_words: ['violet', 'harbour', 'lamp', 'forty', 'anvil', 'meadow', 'crank', 'tulip'],
};
const answers = (over: Parameters<typeof serve>[0] = {}): Parameters<typeof serve>[0] => ({
  'user.permissions': () => ({ data: { permissions: ['apiClient.edit'], sub_wallets: [], fund_open: true } }),
  'apiClient.detail': () => ({ data: { list: [old, payroll] } }),
  ...over,
});
const page = '/mpc/center/api';

describe('the list of API clients', () => {
  it('shows those that are on first, and as its address says', async () => {
    serve(answers());
    const router = await open(page);
    await screen.findByText('Payroll <b>');
    const names = screen.getAllByRole('row').slice(1);
    expect(names.map((row) => row.dataset.apiClient)).toEqual([payroll.app_id, old.app_id]);
    expect(document.querySelector('main b')).toBeNull();
    await router.navigate({ to: page, search: { status: 'off' } } as never);
    await screen.findByText('Old job');
    expect(screen.queryByText('Payroll <b>')).toBeNull();
  });

  it('says what to do where there is none', async () => {
    serve(answers({ 'apiClient.detail': () => ({ data: { list: [] } }) }));
    await open(page);
    await screen.findByText('No API client may ask for payments');
    expect((await screen.findAllByRole('link', { name: 'Add API client' })).length).toBeGreaterThan(0);
  });
});

describe('a new API client', () => {
  const fill = async (): Promise<void> => {
    await open(`${page}/addApi`);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Payroll' } });
    fireEvent.change(screen.getByLabelText('Public key'), {
      target: { value: JSON.stringify({ id: 'dk-1', type: 'device', publicKey }) },
    });
  };

  it('is proposed with its key, networks and end, and leads on to where it is signed', async () => {
    const seen = serve(answers({ 'apiClient.save': () => ({ data: { app_id: payroll.app_id, proposal: made } }) }));
    await fill();
    expect(screen.getByTestId('key-words').textContent).toContain(wordsOf(publicKey)[0]);
    fireEvent.change(screen.getByLabelText('Calls from'), { target: { value: '203.0.113.7\n198.51.100.0/24' } });
    fireEvent.click(screen.getByLabelText('Make deposit addresses'));
    fireEvent.click(screen.getByLabelText('Ask for payments, and take back its own'));
    fireEvent.change(screen.getByLabelText('Calls in a minute'), { target: { value: '90' } });
    fireEvent.click(screen.getByRole('button', { name: 'Propose' }));
    expect((await screen.findByTestId('approval-link')).getAttribute('href')).toContain(made.approval_url);
    const form = seen.find(({ path }) => path.endsWith('/api/save'))?.form;
    expect(form?.get('public_key')).toBe(publicKey);
    expect(JSON.parse(form?.get('ip_list') ?? '')).toEqual(['203.0.113.7', '198.51.100.0/24']);
    expect(Number(form?.get('expire_at'))).toBeGreaterThan(Date.now());
    expect(JSON.parse(form?.get('scopes') ?? '')).toEqual(['read', 'address']);
    expect([form?.get('sub_wallet_ids'), form?.get('per_minute')]).toEqual(['[]', '90']);
  });

  it('is told both ways by which an application connects, and what the one over WalletConnect needs', async () => {
    serve(answers());
    await open(`${page}/addApi`);
    await screen.findByText(/It prints an address on that machine/);
    const needs = screen.getByText(/WalletConnect is not built in/);
    expect(needs.textContent).toMatch(/needs the operator's own project id .* and the internet/);
    expect(needs.parentElement?.textContent).toMatch(
      /@reown\/walletkit.*npx holdfast rpc.*--walletconnect PROJECT_ID/s,
    );
  });

  it('is not sent with the secret, nor without a key or a name', async () => {
    const seen = serve(answers());
    await fill();
    const key = screen.getByLabelText('Public key');
    fireEvent.change(key, { target: { value: JSON.stringify({ publicKey, secret: 'ab'.repeat(32) }) } });
    await screen.findByText(/^This is the key file itself/);
    fireEvent.click(screen.getByRole('button', { name: 'Propose' }));
    fireEvent.change(key, { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Propose' }));
    await screen.findByText('Give the API client a name');
    expect(seen.some(({ path }) => path.endsWith('/api/save'))).toBe(false);
  });
});

it('that only the server switched off is switched off in the rules first, and says who made it', async () => {
  const half = { ...payroll, status: 0 };
  serve(
    answers({
      'user.permissions': () => ({
        data: { permissions: ['apiClient.read', 'apiClient.edit'], sub_wallets: [], fund_open: true },
      }),
      'apiClient.detail': () => ({ data: { list: [half] } }),
    }),
  );
  await open(`${page}?d=apiClient:${payroll.app_id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'API client' }));
  await dialog.findByText(/the signers’ rules still name it/);
  dialog.getByRole('button', { name: 'Switch off' });
  expect(dialog.queryByRole('button', { name: 'Switch on' })).toBeNull();
  dialog.getByRole('button', { name: 'Bo <b>' });
});

it('networks and end alone are saved without a signature', async () => {
  serve(
    answers({
      'apiClient.detail': () => ({ data: { list: [payroll] } }),
      'apiClient.save': () => ({ data: { app_id: payroll.app_id, proposal: null } }),
    }),
  );
  await open(`${page}/editApi?app=${payroll.app_id}`);
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Payroll <b>');
  fireEvent.change(screen.getByLabelText('Public key'), { target: { value: 'ab'.repeat(32) } });
  await screen.findByText('Another key takes its place');
  fireEvent.change(screen.getByLabelText('Public key'), { target: { value: publicKey } });
  expect(screen.queryByText('Another key takes its place')).toBeNull();
  fireEvent.change(screen.getByLabelText('Calls from'), { target: { value: '198.51.100.0/24' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('“Payroll <b>” is saved');
  expect(screen.queryByTestId('approval-link')).toBeNull();
});

it('an API client is switched off by one confirmed step', async () => {
  const seen = serve(
    answers({
      'apiClient.detail': () => ({ data: { list: [payroll] } }),
      'apiClient.saveStatus': () => ({ data: { app_id: payroll.app_id, proposal: made } }),
    }),
  );
  await open(`${page}?d=apiClient:${payroll.app_id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Switch off' }));
  const asked = await screen.findByRole('alertdialog');
  expect(seen.some(({ path }) => path.endsWith('/api/save_status'))).toBe(false);
  fireEvent.click(within(asked).getByRole('button', { name: 'Switch off' }));
  await expect.poll(() => seen.find(({ path }) => path.endsWith('/api/save_status'))?.form.get('status')).toBe('0');
});

describe('the log of calls', () => {
  const call = {
    app_id: payroll.app_id,
    time: new Date(),
    ip: '203.0.113.7',
    path: '/openapi/v1/withdraw',
    request_id: 'req-1',
    code: 200136,
    ms: 12,
    proven: false,
  };
  it('asks for one API client where its address says so, and tells what was refused', async () => {
    const seen = serve(answers({ 'apiClient.log': () => ({ data: { pageTotal: 1, total: 1, list: [call] } }) }));
    await open(`${page}/log?app=${payroll.app_id}&page=2`);
    await screen.findByText('Refused, 200136');
    const form = seen.find(({ path }) => path.endsWith('/api/log'))?.form;
    expect([form?.get('app_id'), form?.get('page_no')]).toEqual([payroll.app_id, '2']);
    expect(form?.has('proven')).toBe(false);
  });

  it('asks for those that nothing proves where its address says so, and marks each', async () => {
    const seen = serve(answers({ 'apiClient.log': () => ({ data: { pageTotal: 1, total: 1, list: [call] } }) }));
    await open(`${page}/log?proven=0`);
    expect(await within(await screen.findByRole('table')).findByText('Not proven')).toBeDefined();
    expect(seen.find(({ path }) => path.endsWith('/api/log'))?.form.get('proven')).toBe('0');
  });
});

it('tells on every screen of bad signatures in an API client’s name, leads to those calls, and goes when one knows', async () => {
  const alert = { id: 7, app_id: payroll.app_id, name: 'Payroll', time: new Date(), ip: '203.0.113.7' };
  let waiting = [alert];
  const seen = serve(
    answers({
      'user.permissions': () => ({ data: { permissions: ['apiClient.read'], sub_wallets: [], fund_open: true } }),
      'apiClient.alerts': () => ({ data: { list: waiting } }),
      'apiClient.acknowledge': () => {
        waiting = [];
        return { data: {} };
      },
      'apiClient.log': () => ({ data: { pageTotal: 0, total: 0, list: [] } }),
    }),
  );
  const router = await open('/mpc/center/todo');
  const bar = (await screen.findByText('10 bad signatures in 10 minutes in the name of “Payroll”')).closest('div');
  if (!bar) throw new Error('no bar');
  fireEvent.click(within(bar).getByRole('link', { name: 'See these calls' }));
  await expect
    .poll(() => router.state.location)
    .toMatchObject({ pathname: '/mpc/center/api/log', search: { app: payroll.app_id, proven: 0 } });
  fireEvent.click(within(bar).getByRole('button', { name: 'I know' }));
  await expect.poll(() => seen.find(({ path }) => path.endsWith('/api/acknowledge'))?.form.get('id')).toBe('7');
  await expect.poll(() => screen.queryByText(/bad signatures/)).toBeNull();
});
