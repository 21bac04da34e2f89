// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../test/server.ts';
import { followEvents } from './events.ts';
import { startI18n } from './i18n.ts';
import { useLive } from './live.ts';
import { queryClient } from './query.ts';

let stop: () => void = () => undefined;
let opened = 0;
let send: (text: string) => void = () => undefined;
let signals: AbortSignal[] = [];

/** Takes the place of the server's stream of events. */
function stream(type = 'text/event-stream'): void {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    opened += 1;
    if (signal) signals.push(signal);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': type } });
  });
}
const touched = () => vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
const keys = (spy: ReturnType<typeof touched>): unknown[] => spy.mock.calls.map(([filter]) => filter?.queryKey?.[0]);
const event = (topic: string): string => `data: ${JSON.stringify({ topic, id: '1' })}\n\n`;

beforeAll(() => startI18n());
beforeEach(() => {
  opened = 0;
  signals = [];
  useLive.setState({ connected: false, since: 0 });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('live events', () => {
  it('make stale what they touch, however the stream is cut', async () => {
    stream();
    const spy = touched();
    stop = followEvents();
    await vi.waitFor(() => expect(useLive.getState().connected).toBe(true));
    for (const part of event('todo').match(/.{1,5}/gs) ?? []) send(part);
    await vi.waitFor(() => expect(keys(spy)).toEqual(['todo', 'addressBook', 'team']));
  });

  it('that are none are passed over, and the stream goes on', async () => {
    stream();
    const spy = touched();
    stop = followEvents();
    await vi.waitFor(() => expect(useLive.getState().connected).toBe(true));
    for (const line of ['{', '', 'null', '[]', '"todo"', '{"topic":"__proto__"}', '{"topic":7}', '<html>'])
      send(`data: ${line}\n\n`);
    send(': heartbeat\n\nevent: x\n');
    send(event('balance'));
    await vi.waitFor(() => expect(keys(spy)).toContain('deposit'));
    expect(opened).toBe(1);
  });

  it('without an end are given up, and followed anew', async () => {
    stream();
    touched();
    stop = followEvents();
    await vi.waitFor(() => expect(useLive.getState().connected).toBe(true));
    send(`data: ${'x'.repeat(70_000)}`);
    await vi.waitFor(() => expect(opened).toBe(2));
  });

  it('are not taken from an answer that is no stream', async () => {
    stream('text/html');
    touched();
    stop = followEvents();
    await vi.waitFor(() => expect(opened).toBe(1));
    expect(useLive.getState().connected).toBe(false);
  });

  describe('of a page that is left', () => {
    const leave = (): boolean => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    const comeBack = (persisted: boolean): boolean => dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    const openNow = (): number => signals.filter(({ aborted }) => !aborted).length;
    const connected = (value: boolean) => vi.waitFor(() => expect(useLive.getState().connected).toBe(value));

    it('give their connection up at once, though the browser keeps the page', async () => {
      stream();
      touched();
      stop = followEvents();
      await connected(true);
      leave();
      expect(openNow()).toBe(0);
      await connected(false);
      expect(opened).toBe(1);
    });

    it('go on over one connection when somebody comes back, however often, and what was missed is read anew', async () => {
      stream();
      const spy = touched();
      stop = followEvents();
      for (let visits = 1; visits <= 4; visits += 1) {
        await connected(true);
        leave();
        await connected(false);
        spy.mockClear();
        comeBack(true);
        expect(spy).toHaveBeenCalledTimes(1);
        expect(spy.mock.calls[0]?.[0]?.queryKey).toBeUndefined();
        await vi.waitFor(() => expect(opened).toBe(visits + 1));
        expect(openNow()).toBe(1);
      }
      await connected(true);
      send(event('balance'));
      await vi.waitFor(() => expect(keys(spy)).toContain('deposit'));
    });

    it('are not followed twice where the page is only shown for the first time', async () => {
      stream();
      touched();
      stop = followEvents();
      await connected(true);
      comeBack(false);
      expect(openNow()).toBe(1);
      expect(opened).toBe(1);
    });

    it('are given up for good by whoever stops following: coming back opens nothing', async () => {
      stream();
      touched();
      stop = followEvents();
      await connected(true);
      stop();
      leave();
      comeBack(true);
      expect(openNow()).toBe(0);
      expect(opened).toBe(1);
    });
  });
});
