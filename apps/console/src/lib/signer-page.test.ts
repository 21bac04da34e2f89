// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { usePreferences } from './preferences.ts';
import { apiQuery, queryClient } from './query.ts';
import { answeringOf, useAnswering, usePageNames, useSignerPage } from './signer-page.ts';

const [one, two] = ['https://one.example:8701', 'https://two.example'];
const refusals = (origin: string): string => `${origin}/#/refuse?items=a.b,c.d`;

/** The signers as the shell has them. */
function knowSigners(): void {
  const signers = [one, two].map((origin, at) => ({ name: `Signer ${at + 1}`, freeze_url: `${origin}/#/freeze` }));
  queryClient.setQueryData(apiQuery('signing', 'status', {}).queryKey, { signers } as never);
}
/** Which pages answer; the server's own view has no part in it. */
function reach(...answering: string[]): void {
  knowSigners();
  vi.stubGlobal('fetch', async (asked: string) => {
    if (!answering.includes(new URL(asked).origin)) throw new TypeError('network');
    return new Response('{}');
  });
}
afterEach(() => {
  cleanup();
  usePreferences.setState({ page: '' });
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('a way to decide leads to a page that answers, without a question', async () => {
  reach(two);
  const { result } = renderHook(() => useAnswering(refusals(one)));
  await waitFor(() => expect(result.current).toBe(refusals(two)));
  expect(await answeringOf(refusals(one))).toBe(refusals(two));
});

it('it stays where the server says while that page answers, or none does', async () => {
  for (const answering of [[one, two], []]) {
    reach(...answering);
    expect(await answeringOf(refusals(one))).toBe(refusals(one));
    const { result } = renderHook(() => useAnswering(refusals(one)));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(result.current).toBe(refusals(one));
    queryClient.clear();
  }
});

it('it leads to the page that was chosen in this browser, and what is no address stays as it is', async () => {
  usePreferences.setState({ page: two });
  reach(one);
  expect(renderHook(() => useAnswering(refusals(one))).result.current).toBe(refusals(two));
  expect(await answeringOf(refusals(one))).toBe(refusals(two));
  expect(await answeringOf('javascript:alert(1)')).toBe('javascript:alert(1)');
});

it('it stays on the page that the rule asks for, whatever answers and whatever was chosen', () => {
  usePreferences.setState({ page: two });
  reach(two);
  expect(renderHook(() => useAnswering(refusals(one), true)).result.current).toBe(refusals(one));
});

it('a look that is under way is not begun again when more signers become known', async () => {
  const asked: string[] = [];
  let hangUp = (): void => undefined;
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(new URL(url).origin);
    if (new URL(url).origin === two) return Promise.resolve(new Response('{}'));
    return new Promise((_, no) => {
      hangUp = () => no(new DOMException('', 'TimeoutError'));
    });
  });
  const { result } = renderHook(() => useSignerPage(one));
  await waitFor(() => expect(asked).toEqual([one]));
  act(knowSigners);
  await waitFor(() => expect(result.current).toEqual({ silent: false, other: two }));
  hangUp();
  await waitFor(() => expect(result.current).toEqual({ silent: true, other: two }));
  expect(asked).toEqual([one, two]);
});

it('a page that answers soon is not waited for as long as a slow line takes, until it has not answered once', async () => {
  knowSigners();
  const limit = vi.spyOn(AbortSignal, 'timeout');
  let away = false;
  vi.stubGlobal('fetch', () => (away ? Promise.reject(new TypeError('network')) : Promise.resolve(new Response('{}'))));
  const origin = 'https://fresh.example';
  for (away of [false, false, true, true]) await answeringOf(`${origin}/#/i/1`);
  const limits = limit.mock.calls.map(([ms]) => ms);
  // The first look, the second, and the third with the others that are asked then; then as at first.
  expect([limits[0], limits[1], limits[2]]).toEqual([4_000, 2_500, 2_500]);
  expect(limits.at(-3)).toBe(4_000);
  limit.mockRestore();
});

it('a page goes by its signer’s name also before the server has said it again', () => {
  knowSigners();
  renderHook(usePageNames);
  queryClient.clear();
  const { result } = renderHook(usePageNames);
  expect(result.current(two)).toEqual({ name: 'Signer 2', whole: 'Signer 2 · two.example' });
  expect(result.current('https://other.example').whole).toBe('other.example');
});
