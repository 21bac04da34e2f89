// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { noTodo } from '../../test/no-todo.ts';
import { inConsole, open } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';

inConsole();

/** The palette's file arrives when this is called. */
const gate = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./commands.tsx', async (load) => {
  await gate.promise;
  return load();
});

it('what is typed before the palette is there stands in its box, and is no shortcut of the screen', async () => {
  serve({ 'todo.list': () => ({ data: noTodo }) });
  const onShortcut = vi.fn();
  await open('/mpc/center/todo');
  const button = await screen.findByRole('button', { name: /search/i });
  button.focus();
  fireEvent.keyDown(button, { key: 'k', ctrlKey: true });
  addEventListener('keydown', onShortcut);
  for (const key of ['b', 'e', 'n']) fireEvent.keyDown(button, { key });
  removeEventListener('keydown', onShortcut);
  expect(onShortcut).not.toHaveBeenCalled();
  expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull();
  gate.resolve();
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search or jump to' });
  expect(box.value).toBe('ben');
  await waitFor(() => expect(document.activeElement).toBe(box));
  // From now on the box writes for itself, and the next time it is empty.
  fireEvent.keyDown(box, { key: 'z' });
  expect(box.value).toBe('ben');
});
