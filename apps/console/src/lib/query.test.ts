// @vitest-environment jsdom
import { ApiError } from '@holdfast/contract';
import { MutationObserver, onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import { api, NetworkError } from './api.ts';
import { queryClient, useApi } from './query.ts';

const { queries, mutations } = queryClient.getDefaultOptions();
const retry = (count: number, error: Error): unknown =>
  typeof queries?.retry === 'function' ? queries.retry(count, error) : undefined;
const delay = (count: number): unknown =>
  typeof queries?.retryDelay === 'function' ? queries.retryDelay(count, new Error('x')) : undefined;

describe('reads', () => {
  it('are tried again three times when there was no answer', () => {
    expect([0, 1, 2, 3].map((count) => retry(count, new NetworkError('offline')))).toEqual([true, true, true, false]);
  });

  it('are not tried again after an answer, refused or broken', () => {
    expect(retry(0, new ApiError(110078, 'no', null))).toBe(false);
    expect(retry(0, Object.assign(new Error('shape'), { name: 'ZodError' }))).toBe(false);
  });

  it('wait twice as long each time, 30 s at most', () => {
    expect([0, 1, 2, 10].map(delay)).toEqual([1_000, 2_000, 4_000, 30_000]);
  });

  it('are kept 5 minutes', () => expect(queries?.gcTime).toBe(300_000));
});

it('writes are never tried again by themselves', () => expect(mutations?.retry).toBe(false));

it('what is pressed without a network fails at once, and is not done when there is one again', async () => {
  onlineManager.setOnline(false);
  try {
    let done = 0;
    const press = new MutationObserver(queryClient, {
      meta: { quiet: true },
      mutationFn: async () => {
        done += 1;
        throw new Error('no network');
      },
    });
    await expect(press.mutate()).rejects.toThrow('no network');
    onlineManager.setOnline(true);
    await queryClient.resumePausedMutations();
    expect(done).toBe(1);
  } finally {
    onlineManager.setOnline(true);
  }
});

it('a server that is not reached is told of at the first failure, and what it did not answer comes once it answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let isUp = false;
    const data = { list: [], total: 0, pageTotal: 0, unread: 0 };
    serve({ 'notice.list': () => (isUp ? { data } : 'broken') });
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client: queryClient }, children);
    const ask = { page_no: 1, page_size: 1 };
    const { result } = renderHook(() => useApi('notice', 'list', ask, { quiet: true }), { wrapper });
    const began = Date.now();
    await waitFor(() => expect(result.current.error).toBeInstanceOf(NetworkError));
    expect(result.current.isError).toBe(true);
    expect(Date.now() - began).toBeLessThan(1_000);
    // All tries are over.
    await vi.advanceTimersByTimeAsync(10_000);
    isUp = true;
    await queryClient.fetchQuery({ queryKey: ['other'], queryFn: () => api.notice.list(ask) });
    await waitFor(() => expect(result.current.data).toEqual(data));
    expect(result.current.error).toBeNull();
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    queryClient.clear();
  }
});
