// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetPageStates, recallPageState, usePageState } from './page-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
  forgetPageStates();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const visit = (key = 'list.scroll') => renderHook(() => usePageState(key, 0));
function leaveWith(value: number): void {
  const page = visit();
  act(() => page.result.current[1](value));
  page.unmount();
}

it('a page that is left is found again as it was within five minutes', () => {
  leaveWith(420);
  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect(visit().result.current[0]).toBe(420);
});

it('after five minutes a page starts anew', () => {
  leaveWith(420);
  vi.advanceTimersByTime(5 * 60_000);
  expect(visit().result.current[0]).toBe(0);
});

it('the five minutes begin when the page is left, not when it was opened', () => {
  const page = visit();
  act(() => page.result.current[1](7));
  vi.advanceTimersByTime(20 * 60_000);
  page.unmount();
  vi.advanceTimersByTime(4 * 60_000);
  expect(visit().result.current[0]).toBe(7);
});

it('pages do not mix, and log-out forgets them all', () => {
  leaveWith(420);
  expect(visit('other').result.current[0]).toBe(0);
  forgetPageStates();
  expect(recallPageState('list.scroll')).toBeUndefined();
});

it('what is kept does not grow without end', () => {
  for (let at = 0; at < 1_000; at += 1) visit(`page${at}`).unmount();
  expect(recallPageState('page0')).toBeUndefined();
  expect(recallPageState('page999')).toBe(0);
});
