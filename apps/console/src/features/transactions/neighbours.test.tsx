// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import { Neighbours } from './neighbours.tsx';

const rows = [
  { type: 1, id: 7 },
  { type: 2, id: 7 },
  { type: 1, id: 3 },
];
function Below() {
  useQuery({ queryKey: ['transaction', 'list', {}], queryFn: () => ({ list: rows }), initialData: { list: rows } });
  return null;
}

function show(type: number, id: number): string[][] {
  const gone: string[][] = [];
  const nothing = (): void => undefined;
  const replace = (...page: string[]): void => void gone.push(page);
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={{ stack: [], push: nothing, pop: nothing, close: nothing, replace }}>
        <Below />
      </DrawersProvider>
    </QueryClientProvider>,
  );
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={{ stack: [], push: nothing, pop: nothing, close: nothing, replace }}>
        <div role="dialog" aria-label="A transaction">
          <Neighbours type={type} id={id} />
        </div>
      </DrawersProvider>
    </QueryClientProvider>,
  );
  return gone;
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

beforeAll(() => startI18n());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

it('leads to the rows above and below, of the same number but another kind too', () => {
  const gone = show(2, 7);
  fireEvent.click(button('Previous transaction'));
  fireEvent.click(button('Next transaction'));
  expect(gone).toEqual([
    ['transaction', '1', '7'],
    ['transaction', '1', '3'],
  ]);
});

it('J and K lead there too, in the drawer and not behind another', () => {
  const gone = show(2, 7);
  fireEvent.keyDown(document.body, { key: 'k' });
  fireEvent.keyDown(document.body, { key: 'j' });
  const over = document.body.appendChild(document.createElement('div'));
  over.setAttribute('role', 'alertdialog');
  fireEvent.keyDown(document.body, { key: 'j' });
  over.remove();
  expect(gone.map(([, ...key]) => key)).toEqual([
    ['1', '7'],
    ['1', '3'],
  ]);
});

it('ends where the list ends', () => {
  show(1, 3);
  expect(button('Next transaction')).toHaveProperty('disabled', true);
  expect(button('Previous transaction')).toHaveProperty('disabled', false);
});

it('is not there for a transaction that no list on the page shows', () => {
  show(1, 8);
  expect(screen.queryByRole('button')).toBeNull();
});
