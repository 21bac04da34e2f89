// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, serve } from '../../test/server.ts';
import { staleSince, useDataAge } from './data-age.ts';
import { startI18n } from './i18n.ts';
import { queryClient, useApi } from './query.ts';
import { useToasts } from './toasts.ts';

const chains = { data: { enabled: true, chains: [] } };
function Page() {
  const status = useApi('sandbox', 'status', {});
  const age = useDataAge(status);
  return (
    <p>
      {status.data ? 'data' : 'nothing'} {age ?? 'new'}
    </p>
  );
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );

beforeAll(() => startI18n());
beforeEach(() => {
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  useToasts.setState({ toasts: [] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('when the server goes away', () => {
  it('the last data stay with their age, and no toast repeats what the shell says', async () => {
    serve({ 'sandbox.status': () => chains });
    show();
    await waitFor(() => expect(screen.getByText('data new')).toBeTruthy());
    serve({ 'sandbox.status': () => 'broken' });
    const ago = Date.now() - 120_000;
    queryClient.setQueryData(['sandbox', 'status', {}], chains.data as never, { updatedAt: ago });
    await act(() => queryClient.refetchQueries());
    await waitFor(() => expect(screen.getByText('data updated 2 min. ago')).toBeTruthy());
    expect(useToasts.getState().toasts).toEqual([]);
    serve({ 'sandbox.status': () => chains });
    await act(() => queryClient.refetchQueries());
    await waitFor(() => expect(screen.getByText('data new')).toBeTruthy());
  });

  it('what was never had is an error, shown once after the retries', async () => {
    const seen = serve({ 'sandbox.status': () => 'broken' });
    show();
    await waitFor(() => expect(useToasts.getState().toasts).toMatchObject([{ text: 'network.offline' }]));
    expect(seen).toHaveLength(4);
    expect(screen.getByText('nothing new')).toBeTruthy();
  });

  it('a refusal is shown once and not asked for again', async () => {
    reply({ code: 110078, msg: 'Below the minimum', data: null });
    const asked = vi.spyOn(globalThis, 'fetch');
    show();
    await waitFor(() => expect(useToasts.getState().toasts).toMatchObject([{ code: '110078' }]));
    expect(asked).toHaveBeenCalledOnce();
  });
});

it('age is known only of data, and only when it could not be renewed', () => {
  const fine = { data: 1, dataUpdatedAt: 5, failureCount: 0, fetchStatus: 'idle', isError: false } as const;
  expect(staleSince(fine)).toBeUndefined();
  expect(staleSince({ ...fine, isError: true })).toEqual(new Date(5));
  expect(staleSince({ ...fine, failureCount: 1 })).toEqual(new Date(5));
  expect(staleSince({ ...fine, fetchStatus: 'paused' })).toEqual(new Date(5));
  expect(staleSince({ ...fine, data: undefined, isError: true })).toBeUndefined();
});
