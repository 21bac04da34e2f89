// @vitest-environment jsdom
import { ApiError } from '@holdfast/contract';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { forget, retell } from '../lib/retold-toasts.ts';
import { notify, showError, useToasts } from '../lib/toasts.ts';
import { Toaster } from './toaster.tsx';

beforeAll(startI18n);
beforeEach(() => {
  useToasts.setState({ toasts: [] });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('an error stays until it is closed, a result and the end of something do not', () => {
  render(<Toaster />);
  act(() => showError(new ApiError(110078, 'Below the minimum', null)));
  act(() => notify('Saved'));
  act(() => notify('Refused by Bob', 'ended'));
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('listitem')).toBeNull();
});

it('of one thing one toast is shown, which tells the latest and stays no longer for it', () => {
  render(<Toaster />);
  const told = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
  const { add } = useToasts.getState();
  act(() => add({ tone: 'info', text: 'Being signed', about: '7' }));
  act(() => vi.advanceTimersByTime(3_000));
  act(() => retell('7', { tone: 'info', text: 'On its way' }));
  act(() => retell('8', { tone: 'info', text: 'On its way too' }));
  expect(told()).toEqual(['On its way']);
  act(() => vi.advanceTimersByTime(3_000));
  expect(told()).toEqual([]);
  act(() => add({ tone: 'info', text: 'Being signed', about: '7' }));
  act(() => add({ tone: 'success', text: 'Paid', about: '7' }));
  act(() => add({ tone: 'success', text: 'Saved' }));
  expect(told()).toEqual(['Paid', 'Saved']);
  act(() => forget('7'));
  expect(told()).toEqual(['Saved']);
});

it('lies over no buttons at the bottom of a page', () => {
  render(<Toaster />);
  const places = screen.getByRole('region', { name: 'Notifications' }).className.split(' ');
  expect(places.filter((one) => /(^|:)-?bottom-/.test(one))).toEqual([]);
  expect(places).toContain('top-14');
});

it('its code and message can be copied', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  render(<Toaster />);
  act(() => showError(new ApiError(110078, 'Below the minimum', null)));
  fireEvent.click(screen.getByRole('button', { name: 'Copy code and message' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('110078 Below the minimum'));
  vi.unstubAllGlobals();
});

it('what may be asked again can be tried again from it', () => {
  const retry = vi.fn();
  render(<Toaster />);
  act(() => showError(new ApiError(100001, 'Something broke', null)));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  act(() => showError(new ApiError(100002, 'Another thing broke', null), retry));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});
