// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';

inConsole();

const item = {
  item_id: 7,
  item_type: 1,
  remark: '',
  initiator: { id: 'm-1', name: 'Olivia' },
  created_at: new Date(),
  expire_at: new Date(Date.now() + 3_600_000),
  status: 0,
  state: 1000,
  my_action: 1,
  can_cancel: false,
  initiator_signed: true,
  asked_again: false,
  price_rose: false,
  solo_mode: false,
  rule: null,
  nodes: [],
  decisions: [],
  intent_id: 'x',
  intent_hash: 'ab'.repeat(32),
  digest_words: [],
  approval_url: 'http://signer.example/#/i/x',
  payment: {
    sub_wallet_id: 1,
    sub_wallet_name: 'Main',
    symbol: 'ETH',
    amount: '1.5',
    address_to: '0x1',
    outputs: [],
    stake: null,
    fee_symbol: 'ETH',
    max_fee: '0.1',
  },
  change: null,
};
/** The inbox with this one item in it. */
async function shown(over: object): Promise<void> {
  const one = { ...item, ...over };
  const counts = { open_count: 1, my_count: 1, asked_count: 0, unseen_count: 0, kinds: [] };
  serve({
    'todo.list': () => ({ data: { list: [one], pageTotal: 1, total: 1, ...counts } }),
    'todo.info': () => ({ data: { ...one, document: '', base: '' } }),
  });
  await open('/mpc/center/todo');
  await screen.findByRole('article');
}

it('a payment that a risen price took over a limit says so, and that its approvals still count', async () => {
  await shown({ price_rose: true });
  await screen.findByText(/The price rose since this was approved.*The approvals/s);
});

it('a change that another one overtook says in words why', async () => {
  const subject = { signer: '1', name: 'Signer 1', recipient: 'age1x', reason: '' };
  const change = { kind: 'export', subject, policy_version: '1', last_error: 'nameLooksAlike' };
  await shown({ item_type: 9, payment: null, status: 3, state: 2201, my_action: 0, change });
  await screen.findByText(/a name in this one looks like a name in the rules now/);
  expect(screen.queryByText(/nameLooksAlike/)).toBeNull();
});

it('another payment does not', async () => {
  await shown({});
  expect(screen.queryByText(/The price rose/)).toBeNull();
});
