// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { placeOf } from './view.ts';

inConsole();

const told = (notice_id: number, kind: string, object: { kind: string; id: number }, read = false) => ({
  notice_id,
  kind,
  event: 'order.asked',
  text: `Text ${notice_id}`,
  time: new Date(),
  read,
  object,
  item_type: object.kind === 'order' ? 1 : 0,
});

it('the bell says how much is unread, and who has looked has read it', async () => {
  let unread = 2;
  const list = [told(9, 'decide', { kind: 'order', id: 7 }), told(8, 'deposit', { kind: 'deposit', id: 3 }, true)];
  const seen = serve({
    'notice.list': () => ({ data: { list, total: 2, pageTotal: 1, unread } }),
    'notice.read': () => {
      unread = 0;
      return { data: {} };
    },
  });
  const router = await open('/mpc/center/todo');
  fireEvent.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }, { timeout: 5_000 }));
  expect(await screen.findByRole('img', { name: 'New' })).toBeTruthy();
  await screen.findByRole('button', { name: 'Notices, 0 unread', hidden: true });
  expect(seen.find(({ path }) => path === '/api/mpc/notice/read')?.form.get('up_to')).toBe('9');
  fireEvent.click(screen.getByText('Text 9'));
  await waitFor(() => expect(router.state.location.search).toEqual({ item: 7 }));
});

it('leads to what a notice is about', () => {
  const place = (kind: 'decide' | 'outcome' | 'deposit' | 'safety' | 'login', of: string, item_type = 0) =>
    placeOf({ kind, object: { kind: of, id: 4 }, item_type });
  expect(place('outcome', 'order', 1)).toEqual({ kind: 'transaction', type: '2', id: '4' });
  expect(place('deposit', 'deposit')).toEqual({ kind: 'transaction', type: '1', id: '4' });
  expect(place('outcome', 'proposal', 6)).toEqual({ kind: 'item', item: 'p4' });
  expect(place('login', 'user')).toEqual({ kind: 'logins' });
  expect(place('safety', 'signer')).toBeUndefined();
});
