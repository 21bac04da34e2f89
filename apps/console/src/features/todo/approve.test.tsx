// @vitest-environment jsdom
import { orderStatus, todoType } from '@holdfast/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { changeItem, todoItem } from '../../../test/todo-item.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { apiQuery, queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import ApproveDrawer from './approve.drawer.tsx';

const member = (id: string, name: string, status: number) => ({ id, name, status });
const node = {
  index: 0,
  name: 'Approval 1',
  kind: 'approve',
  threshold: 1,
  status: 1,
  members: [member('m-2', 'Ann', 0)],
};
const outputs = [{ address: '0x1', amount: '1.5', memo: '', label: '', remark: '' }];
const payment = { ...todoItem().payment, outputs };
const decided = (decision: string, remark = '') => ({
  id: 'm-2',
  name: 'Ann',
  decision,
  time: new Date(),
  remark,
  remark_signed: true,
});
const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() };

/** The drawer of this item, which is another one whenever it is asked for anew. */
function opened(first: ReturnType<typeof todoItem>, name = '7') {
  let now = first;
  const seen = serve({
    'user.permissions': () => ({ data: { permissions: ['withdraw.create'], sub_wallets: [], fund_open: false } }),
    'todo.info': () => ({ data: now }),
    'withdraw.audit': () => ({
      data: {
        withdraw_id: 7,
        qrc_id: 'ab'.repeat(16),
        content: 'http://signer.example/#/i/x',
        approval_url: `http://signer.example/#/i/${now.intent_hash}`,
        expire_at: new Date(Date.now() + 60_000),
      },
    }),
    'qrc.status': () => ({ data: { qrc_id: 'ab'.repeat(16), status: 0 } }),
  });
  const key = apiQuery('user', 'info', {}).queryKey;
  useSession.setState({ walletId: 'w' as never });
  queryClient.setQueryData(key, { wallets: [{ wallet_id: 'w', member_id: 'm-1' }] } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <ApproveDrawer args={[name]} />
      </DrawersProvider>
    </QueryClientProvider>,
  );
  const becomes = async (next: typeof first): Promise<void> => {
    now = next;
    await act(() => queryClient.invalidateQueries({ queryKey: ['todo'] }));
  };
  return { becomes, asked: () => seen.map(({ path }) => path) };
}

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts, 'tools']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

it('asks for no signature any more once it is there, and says who is left', async () => {
  const { becomes } = opened(todoItem({ my_action: 1, nodes: [node], payment, initiator_signed: false }));
  await screen.findByText("Sign on the signer's page");
  await screen.findByTestId('approval-link');
  await becomes(todoItem({ my_action: 2, nodes: [node], payment }));
  await screen.findByText('Waiting for one more approver: Ann');
  expect([screen.queryByTestId('approval-link'), screen.queryByText('Or scan to sign on another device')]).toEqual([
    null,
    null,
  ]);
});

it('leads to what is signed now, once rules that changed have the request asked for anew', async () => {
  const waiting = { my_action: 1, nodes: [node], payment, initiator_signed: false } as const;
  const [old, anew] = ['a'.repeat(64), 'b'.repeat(64)];
  const { becomes } = opened(todoItem({ ...waiting, intent_hash: old }));
  const leads = async (): Promise<string> => (await screen.findByTestId('approval-link')).getAttribute('href') ?? '';
  expect(await leads()).toContain(old);
  await becomes(todoItem({ ...waiting, intent_hash: anew, asked_again: true }));
  await waitFor(async () => expect(await leads()).toContain(anew));
  screen.getByText(/^The rules or the address book changed after this was asked for/);
});

it('says that another step follows, and whom that asks', async () => {
  const next = { ...node, index: 1, status: 0, members: [member('m-3', 'Bob', 0), member('m-4', 'Cleo', 0)] };
  opened(todoItem({ my_action: 2, nodes: [node, next], payment }));
  await screen.findByText('Waiting for one more approver: Ann; then step 2 of 2: Bob or Cleo');
  cleanup();
  queryClient.clear();
  opened(todoItem({ my_action: 2, nodes: [node, { ...next, threshold: 2 }], payment }));
  await screen.findByText('Waiting for one more approver: Ann; then step 2 of 2: 2 of Bob, Cleo');
});

it('of several payees it says for each what the remark of the inbox says', async () => {
  const [first] = outputs;
  const several = [
    { ...first, label: 'Acme', remark: 'Invoice 4411' },
    { ...first, address: '0x2', amount: '2', remark: 'Rent' },
  ];
  opened(todoItem({ my_action: 1, nodes: [node], payment: { ...payment, outputs: several } }));
  const said = (await screen.findByText('Invoice 4411')).closest('div');
  expect(said?.textContent).toMatch(/^Acme · Invoice 4411.*1.5 ETH$/);
  expect(screen.getByText('Rent').closest('div')?.textContent).toMatch(/^Rent.*2 ETH$/);
});

it('the code leads another device to a page that answers, as the button does', async () => {
  const pages = ['http://signer.example', 'http://other.example'];
  const signers = pages.map((page) => ({ name: 'Signer', freeze_url: `${page}/#/freeze` }));
  queryClient.setQueryData(apiQuery('signing', 'status', {}).queryKey, { signers } as never);
  opened(todoItem({ my_action: 1, nodes: [node], payment, initiator_signed: false }));
  const api = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === 'http://other.example/healthz') return new Response('{}');
    return api(url, init);
  });
  const drawn = async (): Promise<string | null> =>
    (await screen.findByRole('img', { name: 'QR code that leads to the approval page' })).innerHTML;
  const first = await drawn();
  await waitFor(async () => expect(await drawn()).not.toBe(first));
  render(<QrCode text={signerLink('http://other.example/#/i/x')} label="expected" />);
  expect(await drawn()).toBe(screen.getByRole('img', { name: 'expected' }).innerHTML);
});

it('whoever only looks on is shown the way still', async () => {
  opened(todoItem({ my_action: 0, nodes: [node], payment }));
  await screen.findByTestId('approval-link');
});

it('of what was refused it says by whom and why, and leads whoever asked to ask again', async () => {
  const refused = { status: 2, state: orderStatus.approvalRefused, my_action: 2, payment };
  const { asked } = opened(todoItem({ ...refused, decisions: [decided('refuse', 'should be 250')] }));
  expect(await screen.findAllByText('Refused by Ann')).toHaveLength(1);
  await screen.findByText('should be 250');
  fireEvent.click(await screen.findByRole('button', { name: 'Correct and ask again' }));
  expect(drawers.replace).toHaveBeenCalledWith('withdraw', 'ETH@evm:1@', '1', 'order-7');
  expect(asked()).not.toContain('/api/mpc/withdraw/audit');
});

it('a paid one says that it is paid, and leaves others to ask for their own', async () => {
  opened(todoItem({ status: 1, state: orderStatus.done, payment }));
  await screen.findByText('Paid');
  expect(screen.queryByRole('button', { name: /ask again/ })).toBeNull();
  cleanup();
  queryClient.clear();
  const other = { id: 'm-2', name: 'Ann' };
  opened(todoItem({ status: 4, state: orderStatus.autoCancelled, payment, initiator: other }));
  await screen.findByText('Its time is over');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button', { name: /ask again/ })).toBeNull();
});

it.each([
  [{ status: 0, my_action: 2, nodes: [node] }, 'Waiting for one more approver: Ann'],
  [{ status: 3, state: orderStatus.systemRejected }, 'Overtaken by another change'],
])('a change says how it stands too', async (over, text) => {
  opened(changeItem({}, { item_type: todoType.strategy, ...over }), 'p7');
  await screen.findByText(text);
  expect(screen.queryByTestId('approval-link')).toBeNull();
});

it('on a phone the code for another device is behind a closed disclosure', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  opened(todoItem({ my_action: 1, nodes: [node], payment }));
  const summary = await screen.findByText('Sign on another device');
  expect(summary.closest('details')?.open).toBe(false);
  expect(summary.closest('details')?.contains(screen.getByLabelText('QR code that leads to the approval page'))).toBe(
    true,
  );
});

it('on a wide screen it stands there', async () => {
  opened(todoItem({ my_action: 1, nodes: [node], payment }));
  const code = await screen.findByLabelText('QR code that leads to the approval page');
  expect(code.closest('details')).toBeNull();
});
