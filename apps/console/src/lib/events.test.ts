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

/** Takes the place of the server's stream of events. */
function stream(type = 'text/event-stream'): void {
  vi.stubGlobal('fetch', async () => {
    opened += 1;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
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
});
