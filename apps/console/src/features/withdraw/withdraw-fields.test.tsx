// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../test/server.ts';
import {
  answers,
  aroundWithdrawals,
  asked,
  box,
  coin,
  created,
  info,
  kept,
  open,
  order,
  payee,
  press,
  write,
} from '../../../test/withdrawal.tsx';
import { queryClient } from '../../lib/query.ts';

aroundWithdrawals();

describe('what stands in a field', () => {
  const facts = (change: object) => ({
    'withdraw.addressInfo': (form: URLSearchParams) => ({
      data: { ...answers['withdraw.addressInfo'](form).data, ...change },
    }),
  });
  const alert = async (text: RegExp): Promise<void> => {
    expect((await screen.findByText(text)).getAttribute('role')).toBe('alert');
    expect((await box('Recipient')).getAttribute('aria-invalid')).toBe('true');
  };

  it.each([
    ['a token’s contract', { valid: false, reason: 'token', token: 'USDC' }, /contract of USDC itself/],
    ['of another network', { valid: false, reason: 'network', network: 'Bitcoin' }, /address of Bitcoin, another/],
    ['the paying wallet’s own', { is_own: { sub_wallet_id: 1 } }, /of this wallet itself/],
  ])('says in words that an address is %s', async (_, change, text) => {
    serve({ ...answers, ...facts(change) });
    open();
    await write(payee, '1');
    await alert(text);
    expect(screen.queryByText('Would be refused')).toBeNull();
  });

  it('says when a pasted payee that cools down can be paid, and that a stranger is not listed', async () => {
    const cooling = {
      white_id: 'ab'.repeat(32),
      white_label: 'Supplier',
      white_from: new Date('2026-12-01T10:00:00Z'),
    };
    const only = { 'withdraw.info': () => ({ data: { ...info, white_status: true } }) };
    serve({ ...answers, ...facts(cooling), ...only });
    open();
    await write(payee, '1');
    await alert(/“Supplier” cools down: it can be paid from \d{4}-12-01 \d\d:00$/);
    cleanup();
    queryClient.clear();
    serve({ ...answers, ...facts({}), ...only });
    open();
    await write(payee, '1');
    await alert(/Only listed payees can be paid now/);
  });

  it('says at its field what the server refuses, without a number', async () => {
    const refused = { pass: false, reason_code: 300156, reason: 'Lies in too many coins' };
    serve({
      ...answers,
      'withdraw.limitCheck': () => ({ data: { ...answers['withdraw.limitCheck']().data, ...refused } }),
    });
    open();
    await write(payee, '1');
    expect((await screen.findByText('Lies in too many coins')).getAttribute('role')).toBe('alert');
    expect((await box('Amount')).getAttribute('aria-invalid')).toBe('true');
    expect(document.body.textContent).not.toContain('300156');
  });

  it('refused by a limit, says what that leaves at the amount, and takes it by a press', async () => {
    const reason = 'The rules do not allow this: refused by “Limit” (≤ 3 ETH). At most 1.25 ETH can be asked for';
    const refused = { pass: false, reason_code: 300002, reason, most: '1.25' };
    const { data } = answers['withdraw.limitCheck']();
    serve({
      ...answers,
      'withdraw.limitCheck': (form) => ({ data: form.get('amount') === '1.25' ? data : { ...data, ...refused } }),
    });
    open();
    await write(payee, '1.5');
    const told = await screen.findByText(reason);
    const amount = await box('Amount');
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(amount.getAttribute('aria-describedby')).toBe(told.id);
    expect(screen.queryByText('Would be refused')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for 1.25 ETH' }));
    expect(amount.value).toBe('1.25');
    await screen.findByText('Would be accepted');
    expect(screen.queryByRole('button', { name: 'Ask for 1.25 ETH' })).toBeNull();
  });

  it('may be a payee’s name, of which those are offered that the book has', async () => {
    const seen = serve({ ...kept('off') });
    open();
    fireEvent.change(await box('Recipient'), { target: { value: 'landl' } });
    fireEvent.click(await screen.findByRole('button', { name: /Landlord/ }));
    expect((await box('Recipient')).value).toBe(payee);
    expect(seen.filter(({ form }) => form.has('keyword')).map(({ form }) => form.get('keyword'))).toContain('landl');
    expect(screen.queryByRole('button', { name: /Landlord/ })).toBeNull();
  });

  it('is chosen by keys: Enter takes the only payee that is offered, and goes on to the amount; no fault says that nobody is called so', async () => {
    serve({ ...kept('off') });
    open();
    const field = await box('Recipient');
    fireEvent.change(field, { target: { value: 'landl' } });
    const offered = await screen.findByRole('button', { name: /Landlord/ });
    fireEvent.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText('Choose the payee below, or write the whole address');
    expect(screen.queryByText(/Nobody in the address book/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(offered);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect((await box('Recipient')).value).toBe(payee);
    expect(document.activeElement).toBe(await box('Amount'));
  });

  it('may be US dollars: the coin stands beside them at the price shown, and the coin is asked for', async () => {
    const priced = { ...coin, price_usd: '3000', price_time: new Date('2026-11-23T03:12:00Z') };
    const seen = serve({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [priced] } }),
      'withdraw.create': () => ({ data: created }),
    });
    open();
    await write(payee, '1');
    expect((await screen.findByTestId('worth')).textContent).toMatch(
      /^≈ \$3,000.00 · \$3,000.00 each, price of \d\d:12$/,
    );
    press('Write it in US dollars');
    expect((await box('Amount')).value).toBe('3000.00');
    fireEvent.change(await box('Amount'), { target: { value: '100' } });
    expect(screen.getByTestId('worth').textContent).toContain('= 0.0333333 ETH');
    await screen.findByText('Would be accepted');
    press('Review');
    await screen.findByRole('checkbox');
    press('Back');
    // Still in the unit in which they were written.
    expect((await box('Amount')).value).toBe('100');
    await screen.findByText('Would be accepted');
    press('Review');
    fireEvent.click(await screen.findByRole('checkbox'));
    press(/^Withdraw 0.0333333 ETH$/);
    await waitFor(() => expect(asked(seen)[0]?.get('amount')).toBe('0.0333333'));
  });
});

it.each([
  ['whole, where it went to one payee', 1, payee, '0.75'],
  ['not at all, where it went to several', 2, '', ''],
])('begins with what an order asked for, %s', async (_, payees, address, amount) => {
  const output = { address: payee, amount: '0.75', memo: '', label: '', remark: '' };
  const outputs = Array.from({ length: payees }, () => output);
  serve({ ...answers, 'transaction.detail': () => ({ data: { ...order, outputs } }) });
  open(['ETH', '1', 'order-12']);
  expect((await box('Recipient')).value).toBe(address);
  expect((await box('Amount')).value).toBe(amount);
  expect((await box('Remark')).value).toBe(amount && 'invoice 7');
});

it('says who refused what is asked for again, and why', async () => {
  const decision = {
    id: 'm-bob',
    name: 'Bob',
    decision: 'refuse',
    time: new Date(),
    remark: 'wrong invoice',
    remark_signed: true,
  };
  serve({
    ...answers,
    'transaction.detail': () => ({
      data: {
        ...order,
        outputs: [{ address: payee, amount: '0.75', memo: '', label: '', remark: '' }],
        decisions: [decision],
      },
    }),
  });
  open(['ETH', '1', 'order-12']);
  const refusal = await screen.findByText(/Bob/);
  expect(refusal.closest('[role]')?.textContent).toContain('wrong invoice');
});
