// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRoom } from './keep-room.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const bar = (height: number): HTMLElement =>
  Object.defineProperty(document.createElement('div'), 'offsetHeight', { value: height });

it('what comes late has the room that it had before, in a window as wide, until it has come', () => {
  const first = bar(45);
  keepRoom(first);
  expect(first.style.minHeight).toBe('');
  vi.advanceTimersByTime(5_000);
  const second = bar(45);
  keepRoom(second);
  expect(second.style.minHeight).toBe('45px');
  vi.advanceTimersByTime(5_000);
  expect(second.style.minHeight).toBe('');
  vi.stubGlobal('innerWidth', 390);
  const narrow = bar(45);
  keepRoom(narrow);
  expect(narrow.style.minHeight).toBe('');
  vi.unstubAllGlobals();
});

it('what stood there once leaves no gap the next time', () => {
  const seen = [45, 140, 45, 45].map((height) => {
    const each = bar(height);
    keepRoom(each);
    const { minHeight } = each.style;
    vi.advanceTimersByTime(5_000);
    return minHeight;
  });
  expect(seen).toEqual(['', '45px', '45px', '45px']);
});

it('a page that is left before has said nothing', () => {
  keepRoom(bar(45))?.();
  vi.advanceTimersByTime(5_000);
  expect(localStorage).toHaveLength(0);
});
