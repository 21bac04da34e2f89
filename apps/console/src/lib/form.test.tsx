// @vitest-environment jsdom
import { contract } from '@holdfast/contract';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Field, TextInput } from '../ui/form.tsx';
import { useForm } from './form.ts';
import { setLanguage, startI18n } from './i18n.ts';

const send = vi.fn();
function NewWallet() {
  const form = useForm(contract.wallet.createSubWallet.input.pick({ sub_wallet_name: true }), {
    sub_wallet_name: 'Name',
  });
  return (
    <form noValidate onSubmit={form.submit(send)}>
      <Field label="Name" error={form.errorOf('sub_wallet_name')}>
        <TextInput {...form.input('sub_wallet_name')} />
      </Field>
    </form>
  );
}
const type = (value: string): void => void fireEvent.change(screen.getByLabelText('Name'), { target: { value } });
const press = (): void => void fireEvent.submit(document.querySelector('form') as HTMLFormElement);
const said = (): string | null | undefined => screen.queryByRole('alert')?.textContent;

beforeAll(() => startI18n());
afterEach(async () => {
  cleanup();
  send.mockReset();
  await setLanguage('en-US');
});

it('nothing is called wrong before the form was sent once', () => {
  render(<NewWallet />);
  type('');
  expect(said()).toBeUndefined();
});

it.each([
  ['', 'Please enter Name'],
  ['   ', 'Name cannot be a blank character'],
  ['x'.repeat(51), 'Name must be between 1-50 characters'],
  ['a\u0007b', 'Field validation error for Name'],
])('%j is not sent, and %s', async (value, text) => {
  render(<NewWallet />);
  type(value);
  press();
  expect(said()).toBe(text);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(send).not.toHaveBeenCalled();
});

it('a fault goes away as it is mended, and then the form is sent once', () => {
  render(<NewWallet />);
  press();
  type('Treasury');
  expect(said()).toBeUndefined();
  press();
  expect(send).toHaveBeenCalledOnce();
});

it('the messages change with the language', async () => {
  const view = render(<NewWallet />);
  press();
  await act(() => setLanguage('zh-CN'));
  view.rerender(<NewWallet />);
  expect(said()).toBe('请输入Name');
});
