// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { changeItem } from '../../../test/todo-item.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import ChangeApproval from './change-approval.tsx';
import RefuseWay from './refuse-way.tsx';

const digest = 'ab'.repeat(32);
const words = ['violet', 'harbour', 'lamp', 'forty', 'anvil', 'meadow', 'crank', 'tulip'];
const item = (item_type: number, kind = 'sign') =>
  changeItem(
    { subject: { added: '1', removed: '0' } },
    {
      item_id: 9,
      item_type,
      my_action: 1,
      nodes: [{ index: 0, name: 'Acceptance', kind, threshold: 1, status: 1, members: [] }],
      digest_words: words,
    },
  );
const way = (decision: 'approve' | 'refuse') => ({
  data: {
    item_id: 9,
    decision,
    approval_url: `http://signer.example/#/${decision}`,
    digest,
    digest_words: words,
    expire_at: new Date(),
  },
});
const answers = (type: number, permissions: readonly string[], kind?: string): Parameters<typeof serve>[0] => ({
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: false } }),
  'todo.info': () => ({ data: item(type, kind) }),
  'addressBook.auditPass': () => way('approve'),
  'addressBook.auditRefuse': () => way('refuse'),
  'strategy.audit': (form) => way(form.get('result') === '2' ? 'refuse' : 'approve'),
  'todo.acceptKey': () => way('approve'),
});
function open(type: number): void {
  render(
    <QueryClientProvider client={queryClient}>
      <ChangeApproval of={{ item_type: type, item_id: 9 }} />
    </QueryClientProvider>,
  );
}
const asked = (seen: ReturnType<typeof serve>) =>
  seen.filter(({ method }) => method === 'POST').map(({ path, form }) => [path, form.get('result')]);

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['tools']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  [
    'of the address book',
    5,
    'sign',
    '/api/mpc/address_book/audit/pass',
    null,
    '/api/mpc/address_book/audit/refuse',
    null,
  ],
  [
    'of the rules, with a step that is called like the acceptance of a key',
    6,
    'sign',
    '/api/mpc/strategy/audit',
    '1',
    '/api/mpc/strategy/audit',
    '2',
  ],
  [
    'that gives a further key',
    15,
    'accept',
    '/api/mpc/todo/same_rights_pri/accept',
    null,
    '/api/mpc/strategy/audit',
    '2',
  ],
  ['that grants a key', 8, 'accept', '/api/mpc/todo/same_rights_pri/accept', null, '/api/mpc/strategy/audit', '2'],
] as const)(
  'a change %s is decided where the server is asked for the way',
  async (_, type, kind, pass, one, no, two) => {
    const seen = serve(answers(type, ['addressBook.audit', 'strategy.audit'], kind));
    const assign = vi.fn();
    vi.stubGlobal('location', { assign, protocol: 'http:', host: 'localhost', pathname: '/mpc', search: '', hash: '' });
    open(type);
    await waitFor(() =>
      expect(screen.getByTestId('approval-link').getAttribute('href')).toMatch(
        /^http:\/\/signer.example\/#\/approve\?/,
      ),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Refuse' }));
    await waitFor(() =>
      expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^http:\/\/signer.example\/#\/refuse\?/)),
    );
    expect(asked(seen)).toEqual([
      [pass, one],
      [no, two],
    ]);
  },
);

it('the way to refuse is a way of its own, and asks the server for none: the signer’s page asks why', async () => {
  const url = 'http://signer.example/#/i/6f1c2f0e-0000-4000-8000-000000000009?return=x';
  const info = { ...item(6), approval_url: url };
  const seen = serve({ ...answers(6, ['strategy.audit']), 'todo.info': () => ({ data: info }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RefuseWay of={{ item_type: 6, item_id: 9 }} />
    </QueryClientProvider>,
  );
  const link = await screen.findByRole('link', { name: "Refuse on the signer's page" });
  expect(link.getAttribute('href')).toMatch(/^http:\/\/signer.example\/#\/refuse\?items=/);
  expect(link.getAttribute('target')).toBe('_blank');
  expect(asked(seen)).toEqual([]);
});

it('whoever only looks on is shown the page and asks for nothing', async () => {
  const seen = serve(answers(5, ['todo.read']));
  open(5);
  expect((await screen.findByTestId('approval-link')).getAttribute('href')).toMatch(
    /^http:\/\/signer.example\/#\/i\/x\?/,
  );
  expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull();
  expect(asked(seen)).toEqual([]);
});

it('asks for the way anew once something else is signed under the same number', async () => {
  let hash = 'a'.repeat(64);
  const seen = serve({
    ...answers(3, ['strategy.audit']),
    'todo.info': () => ({ data: { ...item(3), intent_hash: hash } }),
  });
  open(3);
  await waitFor(() => expect(asked(seen)).toHaveLength(1));
  hash = 'b'.repeat(64);
  await queryClient.invalidateQueries({ queryKey: ['todo'] });
  await waitFor(() => expect(asked(seen)).toHaveLength(2));
});
