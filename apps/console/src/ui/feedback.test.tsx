// @vitest-environment jsdom
import { ApiError } from '@holdfast/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { NetworkError } from '../lib/api.ts';
import { startI18n } from '../lib/i18n.ts';
import { ErrorState, StatusPill } from './feedback.tsx';

beforeAll(startI18n);
afterEach(cleanup);

it('a state is a word, not only a colour', () => {
  const { container } = render(<StatusPill tone="bad" text="Failed" />);
  expect(screen.getByText('Failed')).toBeTruthy();
  expect(container.querySelector('.text-bad')).toBeTruthy();
});

it('an error shows its text, code, request id and another try', () => {
  const retry = vi.fn();
  render(
    <ErrorState
      error={Object.assign(new ApiError(100001, 'Something broke', null), { requestId: 'req-9' })}
      onRetry={retry}
    />,
  );
  expect(screen.getByText('Something broke')).toBeTruthy();
  expect(screen.getByText('100001 · req-9')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('what is not there is not asked for again', () => {
  render(<ErrorState error={new ApiError(300230, 'There is no such batch here', null)} onRetry={vi.fn()} />);
  expect(screen.getByText('There is no such batch here')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it.each(['timeout', 'offline', 'http'] as const)('no answer (%s) is told in words, and has no code', (kind) => {
  const { container } = render(<ErrorState error={new NetworkError(kind)} />);
  expect(screen.getByRole('alert').textContent).toMatch(/ .*\.$/);
  expect(container.querySelector('.mono')).toBeNull();
});

it('hostile text stays text', () => {
  const { container } = render(<ErrorState error={new ApiError(1, '<img src=x onerror=alert(1)>', null)} />);
  expect(container.querySelector('img')).toBeNull();
});
