// @vitest-environment jsdom
import { ApiError } from '@holdfast/contract';
import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { listed } from '../../test/listed-order.ts';
import { serve } from '../../test/server.ts';
import { startI18n } from '../lib/i18n.ts';
import { queryClient } from '../lib/query.ts';
import { useToasts } from '../lib/toasts.ts';
import { DrawersProvider, OwnPageProvider } from './drawers.tsx';
import { NoAnswer } from './no-answer.tsx';

const chunk = vi.hoisted(() => ({ gone: false }));
vi.mock('./lost-answer.tsx', async (original) => {
  if (chunk.gone) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});

const requestId = '5'.repeat(32);
const onFound = vi.fn();
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <NoAnswer error={new Error('offline')} look={{ requestId, onFound }} />
    </QueryClientProvider>,
  );
const later = () => act(() => vi.advanceTimersByTimeAsync(3_000));
const unknown = 'It is not known whether the order was made.';

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onFound.mockClear();
  useToasts.setState({ toasts: [] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  focusManager.setFocused(undefined);
  chunk.gone = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// First, since a module that was had once is had from then on.
it('says no more than that nothing is known where what looks for it cannot be had, and looks once it can', async () => {
  chunk.gone = true;
  const seen = serve({ 'transaction.list': () => listed(12, requestId) });
  show();
  const words = await screen.findByText(new RegExp(unknown));
  await later();
  expect(words.textContent).not.toContain('keeps looking');
  expect(seen).toEqual([]);
  expect(useToasts.getState().toasts).toEqual([]);
  chunk.gone = false;
  await later();
  await vi.waitFor(() => expect(onFound).toHaveBeenCalledWith(12));
});

it('looks by the id of the request, again and again, and goes on once with the order that has exactly this id', async () => {
  let answer = listed();
  const seen = serve({ 'transaction.list': () => answer });
  show();
  await screen.findByText('The server answers again');
  answer = listed(11, `${requestId}.1`);
  await later();
  expect(onFound).not.toHaveBeenCalled();
  answer = listed(12, requestId);
  await later();
  await vi.waitFor(() => expect(onFound).toHaveBeenCalledWith(12));
  await later();
  expect(onFound).toHaveBeenCalledOnce();
  expect(new Set(seen.map(({ form }) => form.get('request_id')))).toEqual(new Set([requestId]));
  expect(useToasts.getState().toasts.map(({ text, tone }) => [text, tone])).toEqual([
    ['The request had arrived after all. Here is its order.', 'info'],
  ]);
});

it('says that there is no such request only for as long as the server answers, and never what is to come of it', async () => {
  let answer: ReturnType<typeof listed> | 'broken' | { code: number; msg: string } = 'broken';
  serve({ 'transaction.list': () => answer });
  show();
  await screen.findByText(/This page keeps looking for it/);
  screen.getByText(new RegExp(unknown));
  answer = listed();
  await later();
  await screen.findByText(/has not received this request so far, but may still receive it/);
  screen.getByText(/should both arrive, they are one order/);
  expect(screen.queryByText(new RegExp(unknown))).toBeNull();
  for (const none of ['broken' as const, { code: 100001, msg: 'no' }]) {
    answer = none;
    await later();
    await screen.findByText(new RegExp(unknown));
    expect(screen.queryByText('The server answers again')).toBeNull();
  }
  expect(useToasts.getState().toasts).toEqual([]);
});

it('an order that a refusal says is there already is looked for, without other words', async () => {
  serve({ 'transaction.list': () => listed(12, requestId) });
  const taken = new ApiError(110088, 'This request id has been used for a different request', undefined);
  render(
    <QueryClientProvider client={queryClient}>
      <NoAnswer error={taken} look={{ requestId, onFound }} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(onFound).toHaveBeenCalledWith(12));
  expect(document.body.textContent).toBe('');
});

it('what lies below another drawer does not look, and leads nobody away', async () => {
  const seen = serve({ 'transaction.list': () => listed(12, requestId) });
  const page = (name: string) => ({ key: name, name, args: [] });
  const stack = (pages: readonly ReturnType<typeof page>[]) => (
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={{ stack: pages } as never}>
        <OwnPageProvider value={page('withdraw')}>
          <NoAnswer error={new Error('offline')} look={{ requestId, onFound }} />
        </OwnPageProvider>
      </DrawersProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(stack([page('withdraw'), page('transaction')]));
  await screen.findByText(/This page keeps looking for it/);
  await later();
  expect([seen.length, onFound.mock.calls.length]).toEqual([0, 0]);
  rerender(stack([page('withdraw')]));
  await vi.waitFor(() => expect(onFound).toHaveBeenCalledWith(12));
});

it('does not look while nobody sees the page, nor once it is gone', async () => {
  const seen = serve({ 'transaction.list': () => listed() });
  const { unmount } = show();
  await screen.findByText('The server answers again');
  focusManager.setFocused(false);
  const before = seen.length;
  await later();
  await later();
  expect(seen).toHaveLength(before);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(before));
  unmount();
  const after = seen.length;
  await later();
  await later();
  expect(seen).toHaveLength(after);
});
