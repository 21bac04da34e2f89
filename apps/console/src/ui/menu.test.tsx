// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Menu } from './menu.tsx';

afterEach(cleanup);

it('opens on its first item, moves with the arrows, runs what is chosen and gives the focus back', () => {
  const run = vi.fn();
  const items = ['one', 'two', 'three'].map((key) => ({ key, text: key, icon: null, run: () => run(key) }));
  render(<Menu label="Account" trigger="A" triggerClassName="" heading="Mei" items={items} />);
  const button = screen.getByRole('button', { name: 'Account' });
  const focused = (): string => document.activeElement?.textContent ?? '';
  const key = (name: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.click(button);
  expect(focused()).toBe('one');
  key('ArrowUp');
  expect(focused()).toBe('three');
  key('Home');
  key('ArrowDown');
  expect(focused()).toBe('two');
  fireEvent.click(screen.getByRole('menuitem', { name: 'two' }));
  expect(run.mock.calls).toEqual([['two']]);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  key('Escape');
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.click(button);
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
});
