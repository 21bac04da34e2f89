// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { AmountInput } from './amount-input.tsx';

afterEach(cleanup);

/** What the form holds stands beside the field. */
function Harness() {
  const [value, setValue] = useState('');
  return (
    <>
      <AmountInput value={value} onChange={setValue} symbol="ETH" maxLabel="Max" onMax={() => setValue('36.5')} />
      <output>{value}</output>
    </>
  );
}

const begin = () => {
  render(<Harness />);
  const input = screen.getByRole<HTMLInputElement>('textbox');
  const put = (value: string, init: object = {}) => fireEvent.input(input, { target: { value }, ...init });
  /** One key after another, each behind what stands in the field by then. */
  const type = (keys: string) => {
    for (const key of keys) put(input.value + key);
  };
  return { input, put, type, held: () => screen.getByRole('status').textContent };
};

it.each([
  ['1,000', '1000'],
  ['1,000.00', '1000.00'],
  ['1,234,567.5', '1234567.5'],
  ['1,5', '1.5'],
  ['.5', '0.5'],
])('typed key by key, %s asks for %s, which is seen on leaving the field', (keys, amount) => {
  const { input, type, held } = begin();
  type(keys);
  expect([input.value, held()]).toEqual([keys, amount]);
  fireEvent.blur(input);
  expect([input.value, held()]).toEqual([amount, amount]);
});

it.each(['1e3', '12x', '1..5'])('drops no key of %s: it stays, marked, and is what the form refuses', (keys) => {
  const { input, type, held } = begin();
  type(keys);
  fireEvent.blur(input);
  expect([input.value, held(), input.getAttribute('aria-invalid')]).toEqual([keys, keys, 'true']);
});

it('takes pasted separators out at once, and fills in Max', () => {
  const { input, put, type, held } = begin();
  put('12,345', { inputType: 'insertFromPaste' });
  expect(input.value).toBe('12345');
  type('0');
  expect(held()).toBe('123450');
  fireEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(input.value).toBe('36.5');
});
