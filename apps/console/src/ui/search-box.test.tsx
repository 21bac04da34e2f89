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
function Page({ exact = false }: { exact?: boolean }) {
  const [value, setValue] = useState<string | undefined>();
  const search = (text: string | undefined): void => {
    asked.push([text, typing.on]);
    // As the address does, it knows later.
    setTimeout(() => setValue(text), 100);
  };
  return (
    <>
      <SearchBox value={value} label="Search" onSearch={search} exact={exact} />
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
  type('r');
  pass(500);
  expect(asked).toHaveLength(1);
  type('');
  pass(500);
  expect(asked.at(-1)).toEqual([undefined, true]);
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
