// @vitest-environment jsdom
import { type ErrorName, errorEntry } from '@holdfast/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { useToasts } from '../lib/toasts.ts';
import { StepUp } from './step-up.tsx';

inConsole();

const field = () => screen.getByLabelText<HTMLInputElement>('Authenticator code');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' });
const refusal = (name: ErrorName, msg: string) => ({ code: errorEntry(name).code, msg, data: null });

function show(answer: () => object) {
  const onDone = vi.fn();
  const seen = serve({ 'session.stepUp': answer as never });
  render(
    <QueryClientProvider client={queryClient}>
      <StepUp onDone={onDone} />
    </QueryClientProvider>,
  );
  return { onDone, codes: () => seen.map(({ form }) => form.get('totp')) };
}

it('a wrong code is told at its field, which is empty again and has the focus; the next one is taken', async () => {
  const wrong = refusal('secondFactorFailed', 'The code is wrong');
  const open = { open_token: 'token-2', expires_at: new Date(0), step_up_until: new Date(0) };
  const answers = [wrong, { data: open }];
  useToasts.setState({ toasts: [] });
  const { onDone, codes } = show(() => answers.shift() ?? wrong);
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: '111111' } });
  button().focus();
  fireEvent.click(button());
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('The code is wrong');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(field().getAttribute('aria-describedby')).toBe(told.id);
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
  expect(onDone).not.toHaveBeenCalled();
  expect(useToasts.getState().toasts).toEqual([]);

  fireEvent.change(field(), { target: { value: '222222' } });
  fireEvent.click(button());
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(codes()).toEqual(['111111', '222222']);
  expect(useSession.getState().token).toBe('token-2');
});

it('is whole in sight when it appears, and again when a wrong code is told', async () => {
  const scrolled: Element[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this);
  };
  try {
    show(() => refusal('secondFactorFailed', 'The code is wrong'));
    const form = field().closest('form');
    expect(scrolled).toEqual([form]);
    fireEvent.change(field(), { target: { value: '111111' } });
    expect(scrolled).toHaveLength(1);
    fireEvent.click(button());
    await screen.findByRole('alert');
    expect(scrolled).toEqual([form, form]);
    expect(form?.contains(button())).toBe(true);
  } finally {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  }
});

it('nothing is sent before all six digits are there, and nothing but digits is taken', () => {
  const { codes } = show(() => ({ data: {} }));
  fireEvent.change(field(), { target: { value: '12 3a4' } });
  expect(field().value).toBe('1234');
  expect(button().disabled).toBe(true);
  fireEvent.change(field(), { target: { value: '12 34 56 78' } });
  expect(field().value).toBe('123456');
  expect(button().disabled).toBe(false);
  expect(codes()).toEqual([]);
});
