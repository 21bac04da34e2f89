// @vitest-environment jsdom
import { ApiError } from '@holdfast/contract';
import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { NetworkError } from './api.ts';
import { queryClient } from './query.ts';

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
