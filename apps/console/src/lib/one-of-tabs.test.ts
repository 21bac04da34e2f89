import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneOfTabs } from './one-of-tabs.ts';
import type { News, Tell } from './stream.ts';

/** A tab: what it was told, and its stream while it is the one that follows. */
interface Tab {
  readonly told: News[];
  readonly stop: () => void;
  stream: Tell | undefined;
}
let tabs: Tab[] = [];
let name = '';

function open(): Tab {
  const ended = new AbortController();
  const tab: Tab = { told: [], stop: () => ended.abort(), stream: undefined };
  const follow = async (tell: Tell, signal: AbortSignal): Promise<void> => {
    tab.stream = tell;
    tell({ open: true });
    await new Promise((done) => signal.addEventListener('abort', done));
    tab.stream = undefined;
    tell({ open: false });
  };
  void oneOfTabs(name, follow, (news) => tab.told.push(news), ended.signal);
  tabs.push(tab);
  return tab;
}
const streaming = (): Tab[] => tabs.filter(({ stream }) => stream !== undefined);
const order: News = { event: { topic: 'order', id: '7' } };

beforeEach(({ task }) => {
  tabs = [];
  name = `tabs of ${task.id}`;
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  for (const tab of tabs) tab.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('of ten tabs one has a stream, and all hear of what it says', async () => {
  for (let count = 0; count < 10; count += 1) open();
  await vi.waitFor(() => expect(streaming()).toHaveLength(1));
  for (const tab of tabs) await vi.waitFor(() => expect(tab.told).toContainEqual({ open: true }));
  streaming()[0]?.stream?.(order);
  for (const tab of tabs) await vi.waitFor(() => expect(tab.told).toContainEqual(order));
});

test('when that tab goes, another takes its place, and all look again at what they may have missed', async () => {
  const [first, second, third] = [open(), open(), open()];
  await vi.waitFor(() => expect(first.stream).toBeDefined());
  await vi.waitFor(() => expect(third.told).toContainEqual({ open: true }));
  first.stop();
  await vi.waitFor(() => expect(streaming()).toHaveLength(1));
  expect(first.stream).toBeUndefined();
  for (const tab of [second, third]) await vi.waitFor(() => expect(tab.told).toContainEqual({ missed: true }));
  await vi.waitFor(() => expect(third.told.at(-1)).toEqual({ open: true }));
});

test('a tab that was put to sleep with the stream loses it to one that somebody looks at', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asleep = open();
  await vi.waitFor(() => expect(asleep.stream).toBeDefined());
  const awake = open();
  await vi.waitFor(() => expect(awake.told).toContainEqual({ open: true }));
  await vi.advanceTimersByTimeAsync(74_000);
  expect(streaming()).toEqual([asleep]);
  asleep.stream?.(order);
  await vi.waitFor(() => expect(awake.told).toContainEqual(order));
  await vi.advanceTimersByTimeAsync(74_000);
  expect(streaming()).toEqual([asleep]);
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(streaming()).toEqual([awake]));
});

test('where nobody looks, a silent stream is left where it is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  const first = open();
  await vi.waitFor(() => expect(first.stream).toBeDefined());
  open();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(streaming()).toEqual([first]);
});

test('what another program says under the name of the tabs is passed over', async () => {
  const first = open();
  const second = open();
  await vi.waitFor(() => expect(second.told).toContainEqual({ open: true }));
  const stranger = new BroadcastChannel(name);
  for (const message of [null, 7, 'x', {}, { open: 'yes' }, { event: { topic: 'nothing', id: 1 } }])
    stranger.postMessage(message);
  first.stream?.(order);
  await vi.waitFor(() => expect(second.told).toContainEqual(order));
  stranger.close();
  expect(second.told.filter((news) => !('open' in news))).toEqual([order]);
});

test('a browser that gives no lock leaves each tab its own stream', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } });
  open();
  open();
  await vi.waitFor(() => expect(streaming()).toHaveLength(2));
});
