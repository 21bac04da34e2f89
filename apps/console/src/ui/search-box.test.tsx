// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { typing } from '../lib/typed.ts';
import { SearchBox } from './search-box.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const asked: (readonly [string | undefined, boolean])[] = [];
function Page({ exact = false, wordsOnly = false }: { exact?: boolean; wordsOnly?: boolean }) {
  const [value, setValue] = useState<string | undefined>();
  const search = (text: string | undefined): void => {
    asked.push([text, typing.on]);
    // As the address does, it knows later.
    setTimeout(() => setValue(text), 100);
  };
  return (
    <>
      <SearchBox value={value} label="Search" onSearch={search} exact={exact} wordsOnly={wordsOnly} />
      <button type="button" onClick={() => setValue('shared')}>
        link
      </button>
    </>
  );
}
const box = (): HTMLInputElement => screen.getByRole('searchbox');
const type = (text: string): void => void fireEvent.change(box(), { target: { value: text } });
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => void asked.splice(0));

it('searches once somebody pauses, not for each letter, and not for one letter alone', () => {
  render(<Page />);
  for (const text of ['r', 're', 'ren', 'rent']) {
    type(text);
    pass(100);
  }
  expect(asked).toEqual([]);
  pass(300);
  expect(asked).toEqual([['rent', true]]);
});

it('searches for nothing once one letter is left of what was searched for, so that the list is not of other words than the box', () => {
  render(<Page />);
  type('rent');
  pass(600);
  type('r');
  pass(600);
  expect(asked).toEqual([
    ['rent', true],
    [undefined, true],
  ]);
  expect(box().value).toBe('r');
  type('');
  pass(600);
  expect(asked).toHaveLength(2);
  type('r');
  fireEvent.submit(box());
  pass(600);
  expect(asked.slice(2)).toEqual([['r', false]]);
});

it('searches for one digit, which is a number, but not where no number is found', () => {
  const { unmount } = render(<Page />);
  type('rent');
  pass(600);
  type('4');
  pass(600);
  expect(asked).toEqual([
    ['rent', true],
    ['4', true],
  ]);
  unmount();
  render(<Page wordsOnly />);
  type('4');
  fireEvent.submit(box());
  pass(600);
  expect(asked.slice(2)).toEqual([[undefined, false]]);
});

it('keeps what is typed while the answer to the letters before comes back', () => {
  render(<Page />);
  type('rent');
  pass(260);
  type('rent j');
  pass(120);
  expect(box().value).toBe('rent j');
  pass(600);
  expect(asked.map(([text]) => text)).toEqual(['rent', 'rent j']);
});

it('takes over what the address says when that was changed elsewhere', () => {
  render(<Page />);
  type('rent');
  pass(600);
  fireEvent.click(screen.getByText('link'));
  expect(box().value).toBe('shared');
  pass(600);
  expect(asked).toHaveLength(1);
});

it('waits for the whole of what is only found whole, and for characters that are being made', () => {
  const { unmount } = render(<Page exact />);
  type('0xabc');
  pass(600);
  expect(asked).toEqual([]);
  fireEvent.submit(box());
  expect(asked).toEqual([['0xabc', false]]);
  unmount();
  render(<Page />);
  fireEvent.compositionStart(box());
  type('huo kuan');
  pass(600);
  expect(asked).toHaveLength(1);
  type('货款');
  fireEvent.compositionEnd(box());
  pass(600);
  expect(asked.at(-1)).toEqual(['货款', true]);
});
