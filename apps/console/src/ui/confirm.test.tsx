// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { ConfirmHost, confirm } from './confirm.tsx';
import type { ConfirmOptions } from './confirm-options.ts';

/** The dialog is loaded with the first question; a test should not wait for a compiler. */
beforeAll(() => Promise.all([startI18n(), import('./confirm-dialog.tsx')]));
afterEach(cleanup);

const types: ConfirmOptions['type'][] = ['info', 'error', 'success', 'warning', 'remove'];

it.each(types)('asks with type %s and gives back that it was cancelled', async (type) => {
  render(<ConfirmHost />);
  const answer = confirm({ type, title: 'Title', content: 'Content', tip: 'A tip' });
  expect(await screen.findByRole('alertdialog', { name: 'Title' })).toBeTruthy();
  expect(screen.getByText('A tip')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await answer).toEqual({ result: 'cancel', remark: '' });
});

it('can be confirmed only after the box is ticked, and brings the remark along', async () => {
  render(<ConfirmHost />);
  const answer = confirm({ type: 'warning', title: 'T', content: 'C', acknowledge: 'I know', remark: 'Remark' });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm' });
  expect(button.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'I know' }));
  expect(button.disabled).toBe(false);
  const remark = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Remark' });
  expect(remark.maxLength).toBe(200);
  fireEvent.change(remark, { target: { value: 'because' } });
  expect(screen.getByText('7/200')).toBeTruthy();
  fireEvent.click(button);
  expect(await answer).toEqual({ result: 'confirm', remark: 'because' });
});

it('what cannot be undone is confirmed only when its name is typed', async () => {
  render(<ConfirmHost />);
  const answer = confirm({ type: 'remove', title: 'T', content: 'C', typed: 'Cold vault' });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirm' });
  const field = screen.getByRole('textbox', { name: 'Type Cold vault to confirm' });
  for (const [text, blocked] of [
    ['', true],
    ['cold vault', true],
    ['Cold vaul', true],
    ['Cold vault', false],
  ] as const) {
    fireEvent.change(field, { target: { value: text } });
    expect(button.disabled).toBe(blocked);
  }
  fireEvent.click(button);
  expect((await answer).result).toBe('confirm');
});

it('a remark is cut at 200 characters, however it came in', async () => {
  render(<ConfirmHost />);
  const answer = confirm({ type: 'info', title: 'T', content: 'C', remark: 'Remark' });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Remark' }), { target: { value: 'x'.repeat(300) } });
  expect(screen.getByText('200/200')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await answer).toEqual({ result: 'cancel', remark: 'x'.repeat(200) });
});

it('Escape cancels, and a second question cancels the first', async () => {
  render(<ConfirmHost />);
  const first = confirm({ type: 'info', title: 'First', content: '' });
  const second = confirm({ type: 'info', title: 'Second', content: '' });
  expect((await first).result).toBe('cancel');
  fireEvent.keyDown(await screen.findByRole('alertdialog', { name: 'Second' }), { key: 'Escape' });
  expect((await second).result).toBe('cancel');
});
