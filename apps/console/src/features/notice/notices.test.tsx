// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { todoItem } from '../../../test/todo-item.ts';
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

it('what waits for its reader can be decided from its notice; what is decided already cannot', async () => {
  const list = [
    told(10, 'remind', { kind: 'order', id: 7 }),
    told(9, 'decide', { kind: 'order', id: 7 }),
    told(8, 'decide', { kind: 'order', id: 5 }),
  ];
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
    'notice.list': () => ({ data: { list, total: 3, pageTotal: 1, unread: 0 } }),
    'todo.list': () => ({ data: { list: [todoItem({ my_action: 1 })], total: 1, pageTotal: 1, ...counts } }),
  });
  await open('/mpc/wallet?d=notices');
  const ways = await screen.findAllByTestId('approval-link');
  expect(ways.map((way) => way.closest('li')?.textContent)).toEqual([expect.stringContaining('Text 10')]);
  const over = screen.getAllByText(/No longer waits for you/);
  expect(over.map((one) => one.closest('li')?.textContent)).toEqual([expect.stringContaining('Text 8')]);
  expect(ways[0]?.getAttribute('href')).toMatch(/^http:\/\/signer\.example\/#\/i\/x\?.*return=[^&]*item%3D7/);
});

it('leads to what a notice is about', () => {
  const place = (kind: 'decide' | 'outcome' | 'deposit' | 'safety' | 'login', of: string, item_type = 0, event = '') =>
    placeOf({ kind, event, object: { kind: of, id: 4 }, item_type });
  expect(place('outcome', 'order', 1)).toEqual({ kind: 'transaction', type: '2', id: '4' });
  expect(place('deposit', 'deposit')).toEqual({ kind: 'transaction', type: '1', id: '4' });
  expect(place('outcome', 'proposal', 6)).toEqual({ kind: 'item', item: 'p4' });
  expect(place('login', 'user')).toEqual({ kind: 'logins' });
  expect(place('login', 'user', 0, 'account.password')).toEqual({ kind: 'account' });
  expect(place('safety', 'reset', 0, 'reset.password.asked')).toEqual({ kind: 'account' });
  expect(place('safety', 'signer')).toBeUndefined();
});

it('a channel is asked for as it was filled in, in the language and zone of whoever did', async () => {
  const seen = serve({
    'notice.channels': () => ({ data: { list: [], mail: false, push_key: 'BKey' } }),
    'notice.saveChannel': () => ({ data: { channel_id: 1 } }),
  });
  await open('/mpc/center/todo?d=channels~channel');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Night shift' } });
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText('Address of the hook'), { target: { value: 'https://hooks.example.org/x' } });
  fireEvent.click(screen.getByLabelText('Money came in'));
  fireEvent.click(screen.getByLabelText('Quiet hours'));
  fireEvent.change(screen.getByLabelText('From', { selector: '[type=time]' }), { target: { value: '21:30' } });
  fireEvent.click(save);
  const form = await waitFor(() => {
    const found = seen.find(({ path }) => path === '/api/mpc/notice/channel/save')?.form;
    if (!found) throw new Error('not asked');
    return found;
  });
  expect(form.get('channel_type')).toBe('slack');
  expect(JSON.parse(form.get('target') ?? '')).toEqual({ url: 'https://hooks.example.org/x', token: '', chat: '' });
  expect(JSON.parse(form.get('choice') ?? '')).toMatchObject({
    name: 'Night shift',
    kinds: ['decide', 'remind', 'outcome', 'safety', 'login', 'deposit'],
    full: false,
    language: 'en_US',
    digest: null,
    quiet: { from: 21 * 60 + 30, to: 7 * 60 },
  });
});

describe('this browser as a channel', () => {
  const keys = { p256dh: 'BPoint', auth: 'Secret' };
  const endpoint = 'https://push.example.org/send/1';
  /** A browser with a push service; `asked` is what it was subscribed with. */
  function browser(permission: NotificationPermission, subscribe: () => Promise<object>) {
    const asked: unknown[] = [];
    const registered: string[] = [];
    const pushManager = {
      getSubscription: async () => null,
      subscribe: (options: unknown) => {
        asked.push(options);
        return subscribe();
      },
    };
    const ready = Promise.resolve({ pushManager });
    const register = async (url: string) => void registered.push(url);
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('Notification', { requestPermission: async () => permission });
    Object.defineProperty(navigator, 'serviceWorker', { value: { ready, register }, configurable: true });
    return { asked, registered };
  }
  async function save() {
    const seen = serve({
      'notice.channels': () => ({ data: { list: [], mail: false, push_key: 'BKey' } }),
      'notice.saveChannel': () => ({ data: { channel_id: 1 } }),
    });
    await open('/mpc/center/todo?d=channels~channel');
    fireEvent.change(await screen.findByLabelText('Through'), { target: { value: 'push' } });
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'My phone' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    return () => seen.find(({ path }) => path === '/api/mpc/notice/channel/save')?.form;
  }
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('is asked for its permission, and what it subscribed to with the server’s key is kept', async () => {
    const { asked, registered } = browser('granted', async () => ({ toJSON: () => ({ endpoint, keys }) }));
    const saved = await save();
    const form = await waitFor(() => saved() ?? expect.fail('not asked'));
    expect(form.get('channel_type')).toBe('push');
    expect(JSON.parse(form.get('target') ?? '')).toEqual({ url: endpoint, token: '', chat: '', keys });
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'BKey' }]);
    expect(registered).toEqual(['/mpc/push-worker.js']);
  });

  it.each([
    ['denied', 'This browser shows no notices of this site'],
    ['granted', 'This browser has no push service'],
  ] as const)('says why it takes no notices (%s), and nothing is kept', async (permission, text) => {
    browser(permission, () => Promise.reject(new Error('no push service')));
    const saved = await save();
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeTruthy();
    expect(saved()).toBeUndefined();
  });
});
