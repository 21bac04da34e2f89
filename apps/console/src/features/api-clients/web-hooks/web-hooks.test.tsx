// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole, open } from '../../../../test/screen.tsx';
import { serve } from '../../../../test/server.ts';

inConsole();

const id = '5d1f7a3e-4c0b-4f0e-9d55-8a9a3f1d2c10';
const given = {
  endpoint_id: id,
  secret: `whsec_${'A'.repeat(43)}=`,
  public_key: `whpk_${'B'.repeat(43)}=`,
  key_id: 'wk-0123456789abcdef',
};
const endpoint = (over: object = {}) => ({
  endpoint_id: id,
  name: 'Ledger <b>',
  url: 'https://hooks.example.com/h',
  sides: ['deposit', 'withdraw'],
  final_only: false,
  success_word: false,
  status: 1,
  keys: [{ key_id: given.key_id, public_key: given.public_key, created_at: new Date(), until: null }],
  waiting: 3,
  failures: 0,
  last_error: '',
  last_ok_at: null,
  created_at: new Date(),
  ...over,
});
const delivery = (over: object = {}) => ({
  notify_id: 7,
  endpoint_id: id,
  endpoint_name: 'Ledger <b>',
  url: 'https://hooks.example.com/h',
  side: 'withdraw',
  type: 'withdraw.paying',
  business_id: 12,
  sub_wallet_id: 1,
  request_id: 'r-1',
  symbol: 'ETH',
  amount: '1.5',
  txid: `0x${'ab'.repeat(32)}`,
  trans_status: 1200,
  seq: 4,
  notify_status: 3,
  attempts: 2,
  next_time: new Date(Date.now() + 60_000),
  last_code: 500,
  last_ms: 31,
  last_error: 'answered 500',
  created_at: new Date(),
  ...over,
});
const all = ['webHook.read', 'webHook.resend', 'webHook.edit'];
const answers = (over: Parameters<typeof serve>[0] = {}, permissions = all): Parameters<typeof serve>[0] => ({
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
  'webHook.endpoints': () => ({ data: { list: [endpoint()] } }),
  'webHook.notifyList': () => ({ data: { pageTotal: 1, total: 1, list: [delivery()] } }),
  ...over,
});
const page = '/mpc/center/transactionNotification';
const formOf = (seen: ReturnType<typeof serve>, end: string) => seen.find(({ path }) => path.endsWith(end))?.form;

describe('the screen of web hooks', () => {
  it('says what to do where there is none', async () => {
    const nothing = { pageTotal: 0, total: 0, list: [] };
    serve(
      answers({ 'webHook.endpoints': () => ({ data: { list: [] } }), 'webHook.notifyList': () => ({ data: nothing }) }),
    );
    await open(page);
    await screen.findByText('Nobody outside is told yet');
    await screen.findByText('Nothing was sent yet');
  });

  it('shows endpoints and deliveries, asks for what its address says, and takes names as text', async () => {
    const seen = serve(answers());
    await open(`${page}?state=retrying&side=withdraw&endpoint=${id}`);
    await screen.findByText('withdraw.paying · 4');
    expect(document.querySelector('main b')).toBeNull();
    const asked = formOf(seen, '/notify_list');
    expect([asked?.get('status'), asked?.get('side'), asked?.get('endpoint_id')]).toEqual(['3', 'withdraw', id]);
    await screen.findByText('500');
  });

  it('offers nothing to who may only look', async () => {
    serve(answers({}, ['webHook.read']));
    await open(page);
    await screen.findByText('withdraw.paying · 4');
    for (const name of ['Add web hook', 'Send a test event', 'Resend a period', 'Switch off'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('sends a test and says how that went', async () => {
    const said = { notify_id: 9, sent: false, code: 500, ms: 12, error: 'answered 500' };
    const seen = serve(answers({ 'webHook.test': () => ({ data: said }) }));
    await open(page);
    fireEvent.click(await screen.findByRole('button', { name: 'Send a test event' }));
    await screen.findByText('The test did not arrive: answered 500');
    expect(formOf(seen, '/web_hook/test')?.get('endpoint_id')).toBe(id);
  });
});

describe('an endpoint', () => {
  it('that is new is saved with a fresh code where one is due, and its secrets are shown once', async () => {
    let fresh = false;
    const seen = serve(
      answers({
        'webHook.save': () =>
          fresh ? { data: { endpoint_id: id, given } } : { code: 300004, msg: 'A fresh code, please' },
        'session.stepUp': () => {
          fresh = true;
          return { data: { open_token: 'next', expires_at: new Date(0), step_up_until: new Date(0) } };
        },
      }),
    );
    await open(`${page}?d=hookEndpoint`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Web hook' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Add web hook' }));
    await dialog.findByText('Give it a name');
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Ledger' } });
    fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'https://hooks.example.com/h' } });
    fireEvent.click(dialog.getByLabelText('Deposit'));
    fireEvent.click(dialog.getByRole('button', { name: 'Add web hook' }));
    const code = await waitFor(() => {
      const field = document.querySelector<HTMLInputElement>('input[autocomplete="one-time-code"]');
      if (!field) throw new Error('no code asked for');
      return field;
    });
    fireEvent.change(code, { target: { value: '123456' } });
    fireEvent.submit(code.form as HTMLFormElement);
    await dialog.findByText(given.secret);
    const settings = JSON.parse(formOf(seen, '/web_hook/save')?.get('settings') ?? '');
    expect(settings).toEqual({
      name: 'Ledger',
      url: 'https://hooks.example.com/h',
      sides: ['withdraw'],
      final_only: false,
      success_word: false,
    });
  });

  it('gets new secrets, with the old ones for as long as was chosen', async () => {
    const seen = serve(answers({ 'webHook.rotate': () => ({ data: given }) }));
    await open(`${page}?d=hookEndpoint:${id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Web hook' }));
    fireEvent.change(await dialog.findByLabelText('The old ones sign'), { target: { value: '0' } });
    fireEvent.click(dialog.getByRole('button', { name: 'New secrets' }));
    await dialog.findByText(given.secret);
    expect(formOf(seen, '/web_hook/rotate')?.get('overlap_hours')).toBe('0');
  });
});

describe('a delivery', () => {
  it('shows what it says and each attempt, and is sent again', async () => {
    const body = '{"type":"withdraw.paying","data":{"memo":"<img src=x>"}}';
    const list = [
      { attempt: 2, time: new Date(), code: 500, ms: 31, error: 'answered 500' },
      { attempt: 1, time: new Date(), code: 0, ms: 10_000, error: 'no answer in time' },
    ];
    const seen = serve(
      answers({
        'webHook.attempts': () => ({ data: { ...delivery(), body, list } }),
        'webHook.reNotify': () => ({ data: { queued: 1 } }),
      }),
    );
    await open(`${page}?d=hookDelivery:7`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Delivery' }));
    await dialog.findByText('no answer in time');
    expect(document.querySelector('img[src=x]')).toBeNull();
    dialog.getByText(/"memo": "<img src=x>"/);
    fireEvent.click(dialog.getByRole('button', { name: 'Send again' }));
    await screen.findByText('1 delivery is in line');
    expect(formOf(seen, '/re_notify')?.get('notify_id')).toBe('7');
  });

  it('is looked for only by a number', async () => {
    serve(answers());
    await open(`${page}?d=hookDelivery:7%20or%201`);
    await screen.findByText('This is not there any more');
  });
});

it('a time is sent again to one endpoint: whole days, what was given up first of all', async () => {
  const seen = serve(answers({ 'webHook.reNotify': () => ({ data: { queued: 12 } }) }));
  await open(`${page}?d=hookReplay:${id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Resend a period' }));
  fireEvent.change(await dialog.findByLabelText('From'), { target: { value: '2026-11-01' } });
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2026-10-01' } });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send again' }).disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2026-11-02' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Send again' }));
  await screen.findByText('12 deliveries are in line');
  const range = JSON.parse(formOf(seen, '/re_notify')?.get('range') ?? '');
  expect(range).toMatchObject({ endpoint_id: id, failed_only: true });
  expect(range.end - range.start).toBe(2 * 86_400_000 - 1);
});
