// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setLanguage, startI18n } from '../../lib/i18n.ts';
import { useToasts } from '../../lib/toasts.ts';
import { ExportMenu } from './export-menu.tsx';

const rowAt = (id: number) => ({
  id,
  type: 2,
  stake: null,
  sub_wallet_name: '=HYPERLINK("http://evil")',
  symbol_alias: 'ETH',
  coin_net: 'Ethereum',
  amount: '99999999999999999.123456789012345678',
  address_from: '0xaa',
  outputs: [{ address: '0xbb', amount: '1', memo: '', label: '', remark: '' }],
  counterparty_label: 'Landlord',
  memo: '',
  txid: '',
  fee_symbol: 'ETH',
  real_fee: null,
  fee_worth_usd: null,
  status: 2000,
  customer: '',
  remark: 'two\nlines, "quoted"',
  note: '+49 30 1234',
  tags: ['rent', 'Q4'],
  initiator_name: '@Ann',
  batch_name: '',
  created_at: new Date(1_700_000_000_000 + id * 1_000),
});
const rows = [1, 2, 3].map(rowAt) as never;

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

it('what is ticked becomes a file, with exact amounts, cells that compute nothing, and a count', async () => {
  render(<ExportMenu rows={rows} />);
  start();
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = await saved[0]?.file.text();
  expect(text?.match(/99999999999999999\.123456789012345678/g)).toHaveLength(3);
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(text).toMatch(/0xbb"?,"?Landlord"?,/);
  expect(text).toContain(`,"'@Ann",`);
  expect(text).toContain('"two\nlines, ""quoted"""');
  expect(text).toContain(`,"'+49 30 1234","rent, Q4",`);
  expect(saved[0]?.name).toMatch(/^Transactions_\d{4}-\d\d-\d\d\.csv$/);
  expect(useToasts.getState().toasts[0]?.text).toBe('3 rows exported');
});

it('in Chinese its headings are Chinese', async () => {
  await setLanguage('zh-CN');
  render(<ExportMenu rows={rows} />);
  start();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((await saved[0]?.file.text())?.split('\r\n')[0]).toContain('数量');
});
