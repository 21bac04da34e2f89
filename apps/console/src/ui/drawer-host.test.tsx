// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { useLive } from '../lib/live.ts';
import DrawerHost from './drawer-host.tsx';
import type { DrawerPage } from './drawer-stack.ts';
import { type DrawerEntry, type Drawers, DrawersProvider, useDrawers } from './drawers.tsx';

function Draft() {
  const drawers = useDrawers();
  return (
    <>
      <input aria-label="amount" />
      <button type="button" onClick={() => drawers.push('help', 'x')}>
        help
      </button>
    </>
  );
}
const registry: Record<string, DrawerEntry> = {
  draft: { width: 460, title: 'Draft', component: Draft },
  help: { width: 900, title: 'Help', component: ({ args }) => <p>about {args[0]}</p> },
  wide: { width: 1180, title: 'Wide', component: () => <button type="button">inside</button> },
};
let drawers: Drawers;

/** A stack in memory, and the page with the button that somebody came from. */
function Page() {
  const [stack, setStack] = useState<readonly DrawerPage[]>([]);
  const page = (name: string, args: string[]): DrawerPage => ({ key: name, name, args });
  drawers = {
    stack,
    push: (name, ...args) => setStack((old) => [...old, page(name, args)]),
    replace: (name, ...args) => setStack((old) => [...old.slice(0, -1), page(name, args)]),
    pop: () => setStack((old) => old.slice(0, -1)),
    close: () => setStack([]),
  };
  return (
    <DrawersProvider value={drawers}>
      <button type="button" onClick={() => drawers.push('draft')}>
        withdraw
      </button>
      {stack.length > 0 && <DrawerHost registry={registry} />}
    </DrawersProvider>
  );
}
const dialog = (): HTMLElement | null => screen.queryByRole('dialog');
const field = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>('amount');
const open = (): void => {
  render(<Page />);
  const button = screen.getByText('withdraw');
  button.focus();
  fireEvent.click(button);
};

beforeAll(startI18n);
afterEach(cleanup);

it('what was written is still there when the drawer over it is closed, and so is the focus', () => {
  open();
  fireEvent.change(field(), { target: { value: '12.5' } });
  screen.getByText('help').focus();
  fireEvent.click(screen.getByText('help'));
  expect(dialog()?.querySelector('h2')?.textContent).toBe('Help');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(dialog()?.querySelector('h2')?.textContent).toBe('Draft');
  expect(field().value).toBe('12.5');
  expect(document.activeElement).toBe(screen.getByText('help'));
});

it('a drawer below is out of sight and reach', () => {
  open();
  fireEvent.click(screen.getByText('help'));
  const below = field().closest('[inert]');
  expect(below?.hasAttribute('hidden')).toBe(true);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('about x').closest('[inert]')).toBeNull();
  expect(document.activeElement?.contains(screen.getByText('about x'))).toBe(true);
});

it('opens with the first page and closes with the last, which gives the focus back', async () => {
  open();
  expect(dialog()).not.toBeNull();
  await waitFor(() => expect(dialog()?.contains(document.activeElement)).toBe(true));
  act(() => drawers.push('help', 'y'));
  act(() => drawers.pop());
  expect(dialog()).not.toBeNull();
  act(() => drawers.pop());
  expect(dialog()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('withdraw')));
});

it('another page in its place has its own content and begins anew', () => {
  open();
  fireEvent.change(field(), { target: { value: '1' } });
  act(() => drawers.replace('help', 'z'));
  expect(screen.getByText('about z')).toBeTruthy();
  expect(screen.queryByLabelText('amount')).toBeNull();
  act(() => drawers.replace('draft'));
  expect(field().value).toBe('');
});

it('whoever wrote in the page whose place another takes is in that one, and not nowhere', async () => {
  open();
  await waitFor(() => expect(dialog()?.contains(document.activeElement)).toBe(true));
  act(() => field().focus());
  act(() => drawers.replace('help', 'z'));
  expect(document.activeElement?.contains(screen.getByText('about z'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

it.each([
  ['draft', 460],
  ['help', 900],
  ['wide', 1180],
] as const)('%s is %i wide', (name, width) => {
  open();
  act(() => drawers.replace(name));
  expect(dialog()?.className).toContain(`md:max-w-[${width}px]`);
  expect(dialog()?.className).toMatch(/(^|\s)w-full(\s|$)/);
});

it('Escape takes off one, the cross all', () => {
  open();
  act(() => drawers.push('wide'));
  fireEvent.keyDown(screen.getByText('inside'), { key: 'Escape' });
  expect(dialog()?.querySelector('h2')?.textContent).toBe('Draft');
  act(() => drawers.push('wide'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(dialog()).toBeNull();
});

it('a drawer says itself that the server cannot be reached: around it lies a shade', () => {
  const now = Date.now();
  useLive.setState({ connected: true, since: now, answeredAt: now, failedAt: 0 });
  open();
  expect(dialog()?.textContent).not.toMatch(/cannot be reached/);
  act(() => useLive.setState({ failedAt: now + 1 }));
  expect(dialog()?.textContent).toMatch(/The server cannot be reached/);
  act(() => useLive.setState({ answeredAt: now + 2 }));
  expect(dialog()?.textContent).not.toMatch(/cannot be reached/);
});
