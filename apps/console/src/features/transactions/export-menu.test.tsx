// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { setLanguage, startI18n } from '../../lib/i18n.ts';
import { useToasts } from '../../lib/toasts.ts';
import { ExportMenu } from './export-menu.tsx';

const count = 450;
const rowAt = (id: number) => ({
  id,
  type: 2,
  direction: 'out',
  stake: null,
  request_id: `r-${id}`,
  sub_wallet_id: 1,
  sub_wallet_name: '=HYPERLINK("http://evil")',
  symbol: 'ETH',
  symbol_alias: 'ETH',
  base_symbol: 'ETH',
  coin_net: 'Ethereum',
  icon: '',
  contract_address: '',
  amount: '99999999999999999.123456789012345678',
  address_from: '0xaa',
  address_to: '0xbb',
  outputs: [{ address: '0xbb', amount: '1', memo: '' }],
  memo: '',
  txid: '',
  fee_symbol: 'ETH',
  fee: '0.002',
  real_fee: null,
  status: 2000,
  sub_status: '',
  confirmations: 0,
  customer: '',
  customer_state: '',
  confirmations_needed: 12,
  tx_height: null,
  withdraw_source: 1,
  remark: 'two\nlines, "quoted"',
  note: '+49 30 1234',
  tags: ['rent', 'Q4'],
  kyt_status: 0,
  initiator: '1',
  initiator_name: '@Ann',
  can: { cancel: false, speed_up: false, refund: false, remark: false, audit: false },
  created_at: new Date(1_700_000_000_000 + id * 1_000),
  updated_at: new Date(1_700_000_000_000),
});
const rows = Array.from({ length: count }, (_, at) => rowAt(count - at));
const page = (form: URLSearchParams) => {
  const size = Number(form.get('page_size'));
  const from = (Number(form.get('page_no')) - 1) * size;
  const list = rows.slice(from, from + size);
  return { data: { list, total: count, pageTotal: Math.ceil(count / size), total_is_bounded: false } };
};

let saved: { file: Blob; name: string }[] = [];
beforeAll(() => startI18n());
beforeEach(async () => {
  saved = [];
  await setLanguage('en-US');
  const blobs: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = blobs.at(-1);
    if (file) saved.push({ file, name: this.download });
  });
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${blobs.push(file)}`, revokeObjectURL: () => undefined });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  useToasts.setState({ toasts: [] });
});
const start = (): void => {
  fireEvent.click(screen.getByRole('button', { name: /^(Export|导出)$/ }));
  fireEvent.click(screen.getByRole('menuitem', { name: /CSV/ }));
};

it('the whole filter becomes a file, with exact amounts, cells that compute nothing, and a count', async () => {
  const seen = serve({ 'transaction.list': page });
  render(<ExportMenu source={{ filter: { type: 2, symbol: 'ETH', page: 3 }, patterns: [] }} expected={count} />);
  start();
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = await saved[0]?.file.text();
  expect(text?.match(/99999999999999999\.123456789012345678/g)).toHaveLength(count);
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(text).toContain(`,"'@Ann",`);
  expect(text).toContain('"two\nlines, ""quoted"""');
  expect(text).toContain(`,"'+49 30 1234","rent, Q4",`);
  expect(saved[0]?.name).toMatch(/^Transactions_Withdrawal_ETH_\d{4}-\d\d-\d\d\.csv$/);
  expect(useToasts.getState().toasts[0]?.text).toBe('450 rows exported');
  expect(seen.map(({ form }) => form.get('page_no'))).toEqual(['1', '2', '3']);
  expect(seen.every(({ form }) => form.get('symbol') === 'ETH' && form.get('type') === '2')).toBe(true);
  expect(seen[2]?.form.get('end')).toBe(String(rowAt(count).created_at.getTime() + 1));
});

it('in Chinese its headings are Chinese', async () => {
  await setLanguage('zh-CN');
  serve({ 'transaction.list': page });
  render(<ExportMenu source={{ filter: {}, patterns: [] }} expected={count} />);
  start();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((await saved[0]?.file.text())?.split('\r\n')[0]).toContain('数量');
});

it('it says how far it is, and after a cancel asks for no more and saves nothing', async () => {
  const answers: (() => void)[] = [];
  const seen = serve({ 'transaction.list': page });
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const reply = await answer(url, init);
    if (seen.length > 1) await new Promise<void>((resolve) => answers.push(resolve));
    return reply;
  });
  render(<ExportMenu source={{ filter: {}, patterns: [] }} expected={count} />);
  start();
  await screen.findByText('0 of 450 rows');
  expect((await screen.findByText('200 of 450 rows')).getAttribute('role')).toBe('status');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await screen.findByRole('button', { name: 'Export' });
  expect(saved).toHaveLength(0);
  expect(seen).toHaveLength(2);
  expect(useToasts.getState().toasts).toHaveLength(0);
});

it('a page that cannot be had ends it with an error and another try, and no half file', async () => {
  serve({
    'transaction.list': (form) => (form.get('page_no') === '1' ? page(form) : { code: 100_011, msg: 'not now' }),
  });
  render(<ExportMenu source={{ filter: {}, patterns: [] }} expected={count} />);
  start();
  await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe('not now'));
  expect(saved).toHaveLength(0);
  expect(useToasts.getState().toasts[0]?.retry).toBeTypeOf('function');
});
