// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { inConsole } from '../../test/screen.tsx';
import { ManySelect } from './many-select.tsx';

inConsole();

const named = (names: readonly string[]) => names.map((name) => ({ id: name.toLowerCase(), name }));
const coins = named(['Ether', 'Bitcoin', 'Tron', 'Solana']);

function Some({ choices = coins, most = 3 }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <ManySelect aria-label="Coin" any="All coins" choices={choices} chosen={chosen} onChange={setChosen} most={most} />
  );
}
const box = () => screen.getByRole('combobox', { name: 'Coin' });
const option = (name: string) => screen.getByRole('option', { name });
const chosen = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent);

describe('several of what is listed', () => {
  it('is chosen one after the other by keys, while the list stays open, and said by the first and how many more', () => {
    render(<Some />);
    fireEvent.keyDown(box(), { key: 'ArrowDown' });
    const list = screen.getByRole('listbox');
    expect(list.getAttribute('aria-multiselectable')).toBe('true');
    expect(chosen()).toEqual(['All coins']);
    fireEvent.keyDown(list, { key: 'ArrowDown' });
    fireEvent.keyDown(list, { key: 'Enter' });
    fireEvent.keyDown(list, { key: 'ArrowDown' });
    fireEvent.keyDown(list, { key: 'Enter' });
    expect(chosen()).toEqual(['Ether', 'Bitcoin']);
    expect(box().textContent).toBe('Ether +1');
    fireEvent.keyDown(list, { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  it('is taken away again by the same choice, and all of it by the first', () => {
    render(<Some />);
    fireEvent.click(box());
    for (const name of ['Ether', 'Tron', 'Ether']) fireEvent.click(option(name));
    expect(chosen()).toEqual(['Tron']);
    fireEvent.click(option('All coins'));
    expect(chosen()).toEqual(['All coins']);
    expect(box().textContent).toBe('All coins');
  });

  it('is no more than may be, and says so', () => {
    render(<Some most={2} />);
    fireEvent.click(box());
    for (const name of ['Ether', 'Tron', 'Solana']) fireEvent.click(option(name));
    expect(chosen()).toEqual(['Ether', 'Tron']);
    screen.getByText('At most 2 at once');
  });

  it('is searched where the list is long', () => {
    render(<Some choices={named(Array.from({ length: 20 }, (_, n) => `Token ${n}`))} />);
    fireEvent.click(box());
    const field = screen.getByRole('searchbox', { name: 'Search' });
    fireEvent.change(field, { target: { value: 'token 17' } });
    expect(screen.getAllByRole('option')).toHaveLength(1);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(box().textContent).toBe('Token 17');
    fireEvent.change(field, { target: { value: 'none' } });
    screen.getByText('Nothing fits');
  });

  it('closes after the choice where one alone may be', () => {
    render(<Some most={1} />);
    fireEvent.click(box());
    fireEvent.click(option('Tron'));
    expect(screen.queryByRole('listbox')).toBeNull();
    fireEvent.click(box());
    fireEvent.click(option('Ether'));
    expect(box().textContent).toBe('Ether');
  });
});
