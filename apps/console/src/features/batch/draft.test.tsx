// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answers, coins } from '../../../test/order-forms.ts';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { useSession } from '../../lib/session.ts';

inConsole();
beforeEach(() => useSession.setState({ walletId: 1, subWalletId: 1, userName: 'Ada' }));

const data = (form = new URLSearchParams()) => {
  const answer = answers['batch.info']?.(form);
  if (typeof answer !== 'object' || !('data' in answer)) throw new Error('no batch');
  return answer.data as { readonly findings: object };
};
const finding = (more: object) => ({
  ...answers,
  'batch.info': () => ({ data: { ...data(), findings: { ...data().findings, ...more } } }),
});
const factOf = async (name: string) => (await screen.findByText(name)).closest('div')?.textContent;

it('before it is asked for, a batch says what it is worth, which rule applies and who must approve it', async () => {
  const members = ['Olga', 'Ann'].map((name) => ({ member_id: name, name }));
  const rules = {
    ...{ rule: { level: 'senior', id: 's1', name: 'Large payouts' }, solo_mode: false },
    approvers_preview: [{ name: 'Approval', kind: 'approve', threshold: 2, members }],
    limits: [{ rule: 'Hour', action: 'flow', unit: 'USD', limit: '5000', left: '1250', hours: 1, scope: 'workspace' }],
  };
  serve(finding({ rules }));
  await open('/mpc/tools/batchTransfer?id=9');
  expect(await factOf('Worth now')).toContain('≈ $3,000.00');
  expect(await factOf('Rule')).toContain('Large payouts');
  expect(await factOf('Approvers')).toMatch(/2 approvals from.*Olga, Ann/);
  expect(await factOf('Limits')).toContain('1,250 USD of 5,000 USD left in 1 h for all sub-wallets.');
});

it('a batch says what its fee may come to in US dollars too', async () => {
  serve(finding({ fee: { fee: '0.001', max_fee: '0.002', fee_symbol: 'ETH' } }));
  await open('/mpc/tools/batchTransfer?id=9');
  await waitFor(async () => expect(await factOf('Fee')).toContain('at most 0.002 ETH ≈\u00a0$6.00'));
});

it('a batch that would be refused says why, names no rule, and is worth nothing where nobody knows a price', async () => {
  serve({
    ...finding({ problem: { code: 300_002, msg: 'The rules do not allow this' } }),
    'wallet.coinsAsset': () => ({
      data: { asset_usd: null, list: coins.map((coin) => ({ ...coin, price_usd: null })) },
    }),
  });
  await open('/mpc/tools/batchTransfer?id=9');
  await screen.findByText('The rules do not allow this');
  expect(screen.queryByText('Rule')).toBeNull();
  expect(screen.queryByText('Worth now')).toBeNull();
});

it('that the sum is without rows that are to be mended is a warning above the rows', async () => {
  const fault = { row: 1, field: 'amount', code: 110_005, msg: 'The amount is not valid', address: null, link: null };
  serve(finding({ errors: [fault] }));
  await open('/mpc/tools/batchTransfer?id=9');
  const said = await screen.findByText('The sum is without the row that is to be mended');
  expect(said.closest('[role=status]')?.className).toContain('text-warn');
  const row = screen.getByText('The amount is not valid');
  expect(said.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('rows in dollars are asked for in coin, and it is said how many and by which price', async () => {
  const seen = serve(answers);
  await open('/mpc/tools/batchTransfer');
  const box = await screen.findByRole('textbox', { name: /Payees/ });
  const payee = `0x${'1'.repeat(40)}`;
  fireEvent.change(box, { target: { value: `${payee} $60\n${payee} 1` } });
  fireEvent.click(screen.getByRole('button', { name: 'Review batch' }));
  await screen.findByText(/^1 row was written in US dollars and is in ETH now: \$3,000(\.00)? each, price of /);
  await waitFor(() => expect(seen.some(({ path }) => path.endsWith('/batch/init'))).toBe(true));
  const rows = seen.find(({ path }) => path.endsWith('/batch/init'))?.form.get('rows') ?? '[]';
  expect(JSON.parse(rows).map(({ amount }: { amount: string }) => amount)).toEqual(['0.02', '1']);
});
