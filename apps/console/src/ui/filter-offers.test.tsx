// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inConsole } from '../../test/screen.tsx';
import { FilterOffers } from './filter-offers.tsx';
import { SearchBox } from './search-box.tsx';

inConsole();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const searched: (string | undefined)[] = [];
const picked: string[] = [];
beforeEach(() => {
  searched.length = 0;
  picked.length = 0;
});

function Page() {
  const [value, setValue] = useState<string | undefined>();
  const search = (text: string | undefined): void => {
    searched.push(text);
    setValue(text);
  };
  const offers = ['Anna', 'Annabel', 'Bo'].map((name) => ({
    key: name,
    what: 'Asked by',
    name,
    pick: () => {
      picked.push(name);
      setValue(undefined);
    },
  }));
  return (
    <>
      <SearchBox value={value} label="Search" onSearch={search}>
        {(box) => <FilterOffers box={box} offers={offers} />}
      </SearchBox>
      <button type="button" onClick={() => setValue('anna')}>
        link
      </button>
    </>
  );
}

const box = (): HTMLInputElement => screen.getByRole('searchbox');
const type = (text: string): void => void fireEvent.change(box(), { target: { value: text } });
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const names = (): string[] => screen.queryAllByRole('button', { name: /^Asked by/ }).map((one) => one.textContent);
/** A key on whatever has the focus. */
const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('offers under a heading what fits, says how much to those who do not see it, and nothing where nothing fits', () => {
  render(<Page />);
  expect(names()).toEqual([]);
  type('ann');
  expect(names()).toEqual(['Asked by: Anna', 'Asked by: Annabel']);
  screen.getByRole('region', { name: 'Filter by' });
  screen.getByText('2 filters have this name. The down arrow leads to them.');
  type('hannah');
  expect(names()).toEqual([]);
  expect(screen.queryByRole('region')).toBeNull();
});

it('sets the filter at a click, and takes the word out of the box and out of the search that was due', () => {
  render(<Page />);
  type('anna');
  fireEvent.click(screen.getByRole('button', { name: 'Asked by: Anna' }));
  expect(picked).toEqual(['Anna']);
  expect(box().value).toBe('');
  expect(document.activeElement).toBe(box());
  pass(600);
  expect(searched).toEqual([]);
});

it('takes out a word that was searched for already', () => {
  render(<Page />);
  type('anna');
  pass(600);
  expect(searched).toEqual(['anna']);
  fireEvent.click(screen.getByRole('button', { name: 'Asked by: Annabel' }));
  pass(600);
  expect([picked, searched, box().value]).toEqual([['Annabel'], ['anna'], '']);
});

it('takes only the word that is its name, and searches for the others, which are offered in turn', () => {
  render(<Page />);
  type('annabel  rent bo');
  pass(600);
  expect(searched).toEqual(['annabel  rent bo']);
  expect(names()).toEqual(['Asked by: Annabel', 'Asked by: Bo']);
  fireEvent.click(screen.getByRole('button', { name: 'Asked by: Annabel' }));
  expect([picked, box().value]).toEqual([['Annabel'], 'rent bo']);
  expect(names()).toEqual(['Asked by: Bo']);
  pass(600);
  expect(searched).toEqual(['annabel  rent bo', 'rent bo']);
  expect(names()).toEqual(['Asked by: Bo']);
  press('ArrowDown');
  press('Enter');
  pass(600);
  expect([picked, searched.slice(2), box().value]).toEqual([['Annabel', 'Bo'], ['rent'], 'rent']);
});

it('searches for what is left where that was searched for before too', () => {
  render(<Page />);
  type('rent');
  pass(600);
  type('rent bo');
  fireEvent.click(screen.getByRole('button', { name: 'Asked by: Bo' }));
  pass(600);
  expect([picked, searched, box().value]).toEqual([['Bo'], ['rent', 'rent'], 'rent']);
});

it('is led through by arrows, and Enter takes one without searching', () => {
  render(<Page />);
  box().focus();
  type('anna');
  press('ArrowDown');
  press('ArrowDown');
  press('ArrowDown');
  expect(document.activeElement?.textContent).toBe('Asked by: Annabel');
  press('ArrowUp');
  expect(document.activeElement?.textContent).toBe('Asked by: Anna');
  press('ArrowUp');
  expect(document.activeElement).toBe(box());
  press('ArrowDown');
  // The key is used up: the box, which has the focus now, does not get it.
  expect(press('Enter')).toBe(false);
  expect(picked).toEqual(['Anna']);
  pass(600);
  expect(searched).toEqual([]);
});

it('closes at Escape with the word still there, until something else is typed', () => {
  render(<Page />);
  box().focus();
  type('anna');
  press('ArrowDown');
  press('Escape');
  expect(names()).toEqual([]);
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('anna');
  type('annab');
  expect(names()).toEqual(['Asked by: Annabel']);
  type('anna');
  expect(names()).toHaveLength(2);
});

it('closes where somebody goes on elsewhere, or searches for the word', () => {
  render(<Page />);
  type('anna');
  fireEvent.pointerDown(document.body);
  expect(names()).toEqual([]);
  type('ann');
  box().focus();
  press('Enter');
  fireEvent.submit(box());
  expect(names()).toEqual([]);
  expect(searched).toEqual(['ann']);
});

it('offers nothing for a word that nobody typed here, and for characters that are being made', () => {
  render(<Page />);
  fireEvent.click(screen.getByText('link'));
  expect(box().value).toBe('anna');
  expect(names()).toEqual([]);
  fireEvent.compositionStart(box());
  type('bo');
  expect(names()).toEqual([]);
  fireEvent.compositionEnd(box());
  expect(names()).toEqual(['Asked by: Bo']);
});
