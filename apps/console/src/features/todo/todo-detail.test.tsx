// @vitest-environment jsdom
import { canonicalText, parsePolicy } from '@holdfast/policy';
import { ruleTold, sayEn } from '@holdfast/review/sentences';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, coins } from '../../../test/order-forms.ts';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { changeItem, todoItem } from '../../../test/todo-item.ts';
import { useFollowed } from '../../lib/followed.ts';
import { apiQuery, queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';

inConsole();

const payee = (of: object) => ({ address: '0x1', amount: '1', memo: '', label: '', remark: '', ...of });
/** What is known of a payee whom nobody knows. */
const standing = {
  ...{ valid: true, address: '0x1', reason: '', network: '', token: '', is_contract: false, gathers: false },
  ...{ is_white: false, white_label: '', white_from: null, white_change: null, need_memo: false, last_used_at: null },
};

/** The inbox with this one item in it. */
async function shown(one: object, more: Parameters<typeof serve>[0] = {}): Promise<void> {
  const counts = {
    open_count: 1,
    my_count: 1,
    asked_count: 0,
    unseen_count: 0,
    older_unseen: false,
    search_is_part: false,
    kinds: [],
  };
  serve({
    // Somebody else asked for it.
    'todo.list': (form) => ({
      data: { list: form.get('scope') === 'asked' ? [] : [one], pageTotal: 1, total: 1, ...counts },
    }),
    'todo.info': () => ({ data: one }),
    ...more,
  });
  await open('/mpc/center/todo');
  await screen.findByRole('article');
}

it('a payment that a risen price took over a limit says so, and that its approvals still count', async () => {
  await shown(todoItem({ my_action: 1, price_rose: true }));
  await screen.findByText(/The price rose since this was approved.*The approvals/s);
});

it('of a change that has passed, of which nothing more is to be told, no empty box is drawn', async () => {
  await shown(changeItem({ kind: 'export' }, { item_type: 9, status: 1, state: 2000 }));
  expect(screen.getByRole('article').querySelector('dl:empty')).toBeNull();
});

it('what was refused says by whom and why at its top, whatever stands between', async () => {
  const signed = { name: 'Bob', decision: 'refuse', time: new Date(0), remark_signed: true };
  const decisions = [{ id: 'm-2', ...signed, remark: 'Invoice 4411 is paid' }];
  await shown(todoItem({ status: 2, state: 2100, decisions }));
  const told = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(told).toContainEqual(expect.stringMatching(/Refused by Bob.*Invoice 4411 is paid/));
});

it('a change that another one overtook says in words why', async () => {
  const subject = { signer: '1', name: 'Signer 1', recipient: 'age1x', reason: '' };
  const change = { kind: 'export', subject, last_error: 'nameLooksAlike' };
  await shown(changeItem(change, { item_type: 9, status: 3, state: 2201 }));
  await screen.findByText(/a name in this one looks like a name in the rules now/);
  expect(screen.queryByText(/nameLooksAlike/)).toBeNull();
});

it('a payment to somebody whom the book knows names them, with the address, in its headline', async () => {
  const { payment, ...item } = todoItem({ my_action: 1 });
  await shown({ ...item, payment: payment && { ...payment, payee_label: 'Rent' } });
  await screen.findByRole('heading', { name: /to Rent \(0x/ });
});

it('a payment to several counts them, and says of each who it is and what it gets', async () => {
  const { payment, ...item } = todoItem({ my_action: 1 });
  const outputs = ['Acme', '', ''].map((label, at) => ({
    address: '0x1',
    amount: `${at + 1}200.5`,
    memo: '',
    label,
    remark: '',
  }));
  await shown({ ...item, payment: payment && { ...payment, payee_label: 'Acme', outputs, batch_name: 'Wages' } });
  await screen.findByRole('heading', { name: /to 3 payees$/ });
  expect((await screen.findByText('Batch')).parentElement?.textContent).toContain('Wages');
  screen.getByText('Recipients get');
  for (const text of ['Acme', 'Recipient 2', 'Recipient 3', /^1,200\.5 /, /^2,200\.5 /, /^3,200\.5 /])
    screen.getByText(text);
  expect(screen.getAllByText('compare every block')).toHaveLength(3);
  expect(screen.queryByText(/not signed/)).toBeNull();
});

it('what the rows of a batch remark stands at each payee, and that nobody signs it is said once', async () => {
  const { payment, ...item } = todoItem({ my_action: 1 });
  const outputs = ['June rent', '', 'Cleaning'].map((remark, at) => payee({ address: `0x${at}`, remark }));
  await shown({ ...item, payment: payment && { ...payment, outputs, batch_name: 'Wages' } });
  for (const text of ['June rent', 'Cleaning']) await screen.findByText(text);
  expect(screen.getAllByText('Remarks of the rows are not signed')).toHaveLength(1);
});

it.each([
  ['of a few payees each is looked up', 3, 3],
  ['and of twenty too', 20, 20],
  ['of more none is, and that is said', 21, 0],
])('%s', async (_, count, looked) => {
  const { payment, ...item } = todoItem({ my_action: 1 });
  const outputs = Array.from({ length: count }, (_one, at) => payee({ address: `0x${at}` }));
  const asked: (string | null)[] = [];
  await shown(
    { ...item, payment: payment && { ...payment, outputs } },
    {
      'withdraw.addressInfo': (form) => {
        asked.push(form.get('address'));
        return { code: 100001, msg: 'not known' };
      },
    },
  );
  // Long enough for a look that must not come.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(new Set(asked).size).toBe(looked);
  expect(screen.queryAllByText('Not looked up: more than 20 payees')).toHaveLength(looked === 0 ? 1 : 0);
});

it('of more than five what is known of them is said in one line, and at the one that imitates another', async () => {
  const { payment, ...item } = todoItem({ my_action: 1 });
  const outputs = Array.from({ length: 6 }, (_one, at) => payee({ address: `0x${at}` }));
  const of = (address: string | null) => ({
    ...{ first_time: address !== '0x0', similar_to: address === '0x5' ? ['0x99'] : [] },
    ...{ white_id: address === '0x1' ? 'b1' : '', is_own: address === '0x2' ? { sub_wallet_id: 7 } : null },
  });
  await shown(
    { ...item, payment: payment && { ...payment, outputs } },
    { 'withdraw.addressInfo': (form) => ({ data: { ...standing, ...of(form.get('address')) } }) },
  );
  await screen.findByText('4 of 6 never paid before · 4 of 6 not in the address book');
  expect(await screen.findAllByText(/^Not in the address book$/)).toHaveLength(1);
  expect(screen.queryByText(/First transfer to this address/)).toBeNull();
});

it('whoever has decided, and opens it anew, is told what becomes of it; not of what is over, nor of what others decide', async () => {
  const followed = () => Object.keys(useFollowed.getState().states);
  useFollowed.setState({ states: {} });
  await shown(todoItem({ my_action: 1, state: 1000 }));
  expect(followed()).toEqual([]);
  cleanup();
  await shown(todoItem({ my_action: 2, state: 2000, status: 1 }));
  expect(followed()).toEqual([]);
  cleanup();
  queryClient.clear();
  await shown(todoItem({ my_action: 2, state: 1100, status: 1 }));
  expect(followed()).toEqual(['7']);
});

it.each([
  [
    'a read price says of when it is',
    new Date('2026-11-23T03:12:00Z'),
    /≈ \$4,500\.00 · \$3,000\.00 each, price of \d\d:12$/,
  ],
  [
    'a fixed price says whose it is, and no time',
    null,
    /≈ \$4,500\.00 · \$3,000\.00 each, fixed price of the configuration$/,
  ],
])('what a payment is worth by %s', async (_, price_time, told) => {
  useSession.setState({ walletId: 1 as never });
  const list = coins.map((coin) => ({ ...coin, price_time }));
  const asset = { 'wallet.coinsAsset': () => ({ data: { asset_usd: null, list } }) };
  await shown(todoItem({ my_action: 1 }), { ...answers, ...asset });
  await screen.findByText(told);
});

it('another payment does not', async () => {
  await shown(todoItem({ my_action: 1 }));
  expect(screen.queryByText(/The price rose/)).toBeNull();
});

const other = {
  item_id: 12,
  item_type: 6,
  subject: { action: 'higherSave', name: 'Large payments' },
  initiator: { id: 'm-2', name: 'Bob' },
};

it('a change says before it is approved which open one would end by that, and which is asked for anew', async () => {
  const rivals = [
    { ...other, ends: true },
    { ...other, item_id: 13, subject: { action: 'higherDelete', name: 'Old rule' }, ends: false },
  ];
  await shown(changeItem({ kind: 'export' }, { item_type: 9, rivals }));
  expect((await screen.findByRole('link', { name: /Large payments.*Bob.*ends/ })).getAttribute('href')).toMatch(/p12/);
  await screen.findByRole('link', { name: /Old rule.*approvals it has count no more/ });
});

it('a change that was overtaken names what was approved first, and who asked is led to ask again', async () => {
  useSession.setState({ walletId: 'w' as never });
  const member = { wallets: [{ wallet_id: 'w', member_id: 'm-1' }] };
  queryClient.setQueryData(apiQuery('user', 'info', {}).queryKey, member as never);
  await shown(changeItem({ kind: 'export' }, { item_type: 6, status: 3, state: 2201, overtaken_by: other }));
  await screen.findByRole('link', { name: /Large payments.*was approved first/ });
  const again = screen.getByRole('link', { name: 'Ask again' });
  expect(again.getAttribute('href')).toBe('/mpc/center/strategyEngine');
});

const rules = policyOf([ada, bob]);
const inForce = (version: string) => ({
  'strategy.policy': () => ({
    data: { version, hash: 'ab'.repeat(32), document: canonicalText(rules as never), solo_mode: false },
  }),
});
const asking = { level: 'basic', id: '*', name: '' } as const;

it('an open item tells its rule in the sentence of the signer’s page', async () => {
  await shown(todoItem({ rule: asking }), inForce('1'));
  const naming = { policy: parsePolicy(canonicalText(rules as never)), chains: [], entries: new Map() };
  const sentence = ruleTold(sayEn, 'en-US', naming, asking);
  expect(sentence).toMatch(/.+ or .+, initiator excluded/);
  await screen.findByText(sentence);
});

it('nothing is told of a rule by other rules than those that the item goes by, nor of what has ended', async () => {
  await shown(todoItem({ rule: asking }), inForce('2'));
  await screen.findByText('Default rule of all wallets');
  expect(screen.queryByText(/initiator excluded/)).toBeNull();
  cleanup();
  queryClient.clear();
  await shown(todoItem({ rule: asking, status: 1, state: 2000 }), inForce('1'));
  await screen.findByText('Default rule of all wallets');
  expect(screen.queryByText(/initiator excluded/)).toBeNull();
});

it('what was refused leads whoever asked to correct it, and others to the request alone', async () => {
  const member = { wallets: [{ wallet_id: 'w', member_id: 'm-1' }] };
  useSession.setState({ walletId: 'w' as never });
  queryClient.setQueryData(apiQuery('user', 'info', {}).queryKey, member as never);
  const may = { permissions: ['withdraw.create'], sub_wallets: [], fund_open: false };
  const answers = { 'user.permissions': () => ({ data: may }) };
  const outputs = [payee({ amount: '1.5' })];
  const refused = { status: 2, state: 2100, payment: { ...todoItem().payment, outputs } };
  await shown(todoItem(refused), answers);
  await screen.findByRole('button', { name: 'Correct and ask again' });
  cleanup();
  queryClient.clear();
  queryClient.setQueryData(apiQuery('user', 'info', {}).queryKey, member as never);
  await shown(todoItem({ ...refused, initiator: { id: 'm-2', name: 'Ann' } }), answers);
  await screen.findByRole('button', { name: 'View the request' });
  expect(screen.queryByRole('button', { name: 'Correct and ask again' })).toBeNull();
});
