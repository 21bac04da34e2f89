// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import CommandPalette, { type Command } from './palette.tsx';

const ran: string[] = [];
const command = (group: Command['group'], text: string, also = ''): Command => ({
  id: text,
  group,
  text,
  also,
  run: () => void ran.push(text),
});
const onClose = vi.fn();
const commandsFor = (query: string): Command[] => [
  ...(query === 'withdraw' ? [command('find', 'Find transactions with “withdraw”')] : []),
  ...(query.startsWith('0x') ? [command('find', `Find ${query}`)] : []),
  command('go', 'Wallet'),
  command('go', 'Transactions'),
  command('go', 'Batch transfer', 'payroll'),
  command('do', 'Withdraw', 'pay decide'),
];
function Palette() {
  const [query, setQuery] = useState('');
  return <CommandPalette query={query} onQuery={setQuery} commands={commandsFor(query)} onClose={onClose} />;
}
const field = (): HTMLElement => screen.getByRole('combobox');
const options = (): (string | null)[] => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = (): string | null | undefined => screen.queryByRole('option', { selected: true })?.textContent;
const type = (value: string): void => void fireEvent.change(field(), { target: { value } });

beforeAll(startI18n);
beforeEach(() => {
  ran.length = 0;
  onClose.mockReset();
  render(<Palette />);
});
afterEach(cleanup);

it('offers everything under its heading, and narrows by what is typed', () => {
  expect(options()).toEqual(['Wallet', 'Transactions', 'Batch transfer', 'Withdraw']);
  for (const heading of ['Go to', 'Actions']) expect(screen.getByText(heading)).toBeTruthy();
  type('WI');
  expect(options()).toEqual(['Withdraw']);
  expect(screen.queryByText('Go to')).toBeNull();
});

it('offers what one slip of the fingers would make of what is typed, where it is nothing by itself', () => {
  type('trasnactions');
  expect(options()).toEqual(['Transactions']);
  type('wihdraw');
  expect(options()).toEqual(['Withdraw']);
  // What is a word as it stands is no slip of another one.
  type('decid');
  expect(options()).toEqual(['Withdraw']);
  type('xyzzy');
  expect(options()).toEqual([]);
});

it('finds by the beginnings of other words, and not by what is inside them', () => {
  type('dec');
  expect(options()).toEqual(['Withdraw']);
  type('cid');
  expect(options()).toEqual([]);
});

it('of several words offers what one of them asks to do or to see, where all of them name nothing of that', () => {
  for (const words of ['pay acme', 'withdraw usdc']) {
    type(words);
    expect(options(), words).toEqual(['Withdraw']);
  }
  type('of no use');
  expect(options()).toEqual([]);
});

it('what is called so stands before a search for it, so that Enter does it', () => {
  type('withdraw');
  expect(options()).toEqual(['Withdraw', 'Find transactions with “withdraw”']);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(ran).toEqual(['Withdraw']);
});

it('what is called by the very word stands before what only begins with it', () => {
  type('pay');
  expect(options()).toEqual(['Withdraw', 'Batch transfer']);
});

it('arrows move round, Enter runs and closes', () => {
  expect(chosen()).toBe('Wallet');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(chosen()).toBe('Withdraw');
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(chosen()).toBe('Transactions');
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(ran).toEqual(['Transactions']);
  expect(onClose).toHaveBeenCalledOnce();
});

it('Enter presses nothing else: the focus goes back to a button while the key is still down', () => {
  // What is not prevented goes on to whatever has the focus then.
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false);
  type('nothing of this');
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false);
  expect(ran).toEqual(['Wallet']);
});

it('what was searched for is shown whatever its text', () => {
  type('0xabc');
  expect(options()).toEqual(['Find 0xabc']);
});

it('says when there is nothing, and Enter then does nothing', () => {
  type('zzz');
  expect(screen.getByText('Nothing found')).toBeTruthy();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onClose).not.toHaveBeenCalled();
});
