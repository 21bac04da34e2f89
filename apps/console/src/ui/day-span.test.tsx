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
  return <DaySpan first={day} last={undefined} onFirst={change} onLast={() => undefined} />;
}
function Span({ onDays }: { readonly onDays: (days: readonly (string | undefined)[]) => void }) {
  const [[first, last], setDays] = useState<readonly (string | undefined)[]>([undefined, '2026-11-10']);
  const change = (...days: readonly (string | undefined)[]): void => {
    setDays(days);
    onDays(days);
  };
  return (
    <>
      <DaySpan first={first} last={last} onFirst={(day) => change(day, last)} onLast={(day) => change(first, day)} />
      <button type="button" onClick={() => change(undefined, undefined)}>
        Clear
      </button>
    </>
  );
}
const until = () => screen.getByLabelText<HTMLInputElement>('Until');
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

it('a first day after the last is said to be one, and is asked for once the last day is changed to fit', async () => {
  const days = vi.fn();
  render(<Span onDays={days} />);
  write('2026-11-20');
  expect(from().getAttribute('aria-invalid')).toBe('true');
  expect(await screen.findByText('The first day is after the last')).toBeTruthy();
  expect(from().value).toBe('2026-11-20');
  expect(days).not.toHaveBeenCalled();
  fireEvent.change(until(), { target: { value: '2026-11-25' } });
  expect(days.mock.calls).toEqual([[[undefined, '2026-11-25']], [['2026-11-20', '2026-11-25']]]);
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.change(until(), { target: { value: '2026-11-19' } });
  expect(until().getAttribute('aria-invalid')).toBe('true');
  expect(days).toHaveBeenCalledTimes(2);
  fireEvent.change(until(), { target: { value: '' } });
  expect(days.mock.calls.at(-1)).toEqual([['2026-11-20', undefined]]);
});

it('a day that waits for the other is forgotten when the filter is cleared', () => {
  const days = vi.fn();
  render(<Span onDays={days} />);
  write('2026-11-20');
  fireEvent.change(until(), { target: { value: '2026-11-12' } });
  expect(from().value).toBe('2026-11-20');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(from().value).toBe('');
  expect(days.mock.calls).toEqual([[[undefined, '2026-11-12']], [[undefined, undefined]]]);
});

it('days that cross in a link are said to at the first of them', async () => {
  render(<DaySpan first="2026-11-20" last="2026-11-10" onFirst={() => undefined} onLast={() => undefined} />);
  expect(await screen.findByText('The first day is after the last')).toBeTruthy();
  expect(until().getAttribute('aria-invalid')).toBe('false');
});
