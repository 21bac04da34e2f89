// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { usePreferences } from './preferences.ts';
import { apiQuery, queryClient } from './query.ts';
import { answeringOf, useAnswering } from './signer-page.ts';

const [one, two] = ['https://one.example:8701', 'https://two.example'];
const refusals = (origin: string): string => `${origin}/#/refuse?items=a.b,c.d`;

/** Which pages answer; the server's own view has no part in it. */
function reach(...answering: string[]): void {
  const signers = [one, two].map((origin) => ({ name: 'Signer', freeze_url: `${origin}/#/freeze` }));
  queryClient.setQueryData(apiQuery('signing', 'status', {}).queryKey, { signers } as never);
  vi.stubGlobal('fetch', async (asked: string) => {
    if (!answering.includes(new URL(asked).origin)) throw new TypeError('network');
    return new Response('{}');
  });
}
afterEach(() => {
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
