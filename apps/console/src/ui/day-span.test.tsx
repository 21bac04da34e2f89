// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { DaySpan } from './day-span.tsx';

beforeAll(() => startI18n());
afterEach(cleanup);

function Days({ onDay }: { readonly onDay: (day: string | undefined) => void }) {
  const [day, setDay] = useState<string>();
  const change = (next: string | undefined): void => {
    setDay(next);
    onDay(next);
  };
  return <DaySpan first={day} last={undefined} onDays={({ first }) => change(first)} />;
}
const from = () => screen.getByLabelText<HTMLInputElement>('From');
const write = (text: string): void => void fireEvent.change(from(), { target: { value: text } });

it('a day counts as soon as it is whole, year first; what is none is not asked for, and is said to be none when the field is left', () => {
  const days = vi.fn();
  render(<Days onDay={days} />);
  expect(from().placeholder).toBe('YYYY-MM-DD');
  for (const text of ['2026-1', '2026-11-2', '2026-11-21']) write(text);
  expect(days.mock.calls).toEqual([['2026-11-21']]);
  for (const text of ['2026-11-41', '11/21/2026']) write(text);
  expect(from().value).toBe('11/21/2026');
  expect(from().getAttribute('aria-invalid')).toBe('false');
  fireEvent.blur(from());
  expect(from().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toContain('Not a day');
  write('20261122');
  expect(from().value).toBe('2026-11-22');
  write('');
  expect(days.mock.calls).toEqual([['2026-11-21'], ['2026-11-22'], [undefined]]);
});

it('the browser’s calendar writes the same day', () => {
  const days = vi.fn();
  const { container } = render(<Days onDay={days} />);
  const [calendar] = container.querySelectorAll<HTMLInputElement>('input[type="date"]');
  const opened = vi.fn();
  Object.assign(calendar ?? {}, { showPicker: opened });
  fireEvent.click(screen.getByRole('button', { name: 'From: calendar' }));
  expect(opened).toHaveBeenCalledOnce();
  if (calendar) fireEvent.change(calendar, { target: { value: '2026-02-03' } });
  expect(from().value).toBe('2026-02-03');
  expect(days.mock.calls).toEqual([['2026-02-03']]);
});

it('a first day after the last is said to be one, until it is not', async () => {
  const span = (last: string) => <DaySpan first="2026-11-20" last={last} onDays={() => undefined} />;
  const { rerender } = render(span('2026-11-10'));
  expect(await screen.findByText('The first day is after the last')).toBeTruthy();
  expect(from().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Until').getAttribute('aria-invalid')).toBe('false');
  rerender(span('2026-11-20'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('usual spans of days are a press away: both days at once', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 3, 12), toFake: ['Date'] });
  const onDays = vi.fn();
  render(<DaySpan first={undefined} last="2026-01-01" onDays={onDays} />);
  write('2026-1');
  for (const name of ['Today', 'Last 7 days', 'This month', 'Last month', 'This year']) {
    fireEvent.click(await screen.findByRole('button', { name: 'Usual spans of days' }));
    fireEvent.click(screen.getByRole('menuitem', { name }));
  }
  vi.useRealTimers();
  expect(from().value).toBe('');
  expect(onDays.mock.calls.map(([{ first, last }]) => `${first} ${last}`)).toEqual([
    '2026-03-03 2026-03-03',
    '2026-02-25 2026-03-03',
    '2026-03-01 2026-03-03',
    '2026-02-01 2026-02-28',
    '2026-01-01 2026-03-03',
  ]);
});
