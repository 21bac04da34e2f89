// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { AmountInput, cleanAmount } from './amount-input.tsx';

afterEach(cleanup);

describe('an amount', () => {
  it.each([
    ['1234.5', '1234.5'],
    ['1,234,567.89', '1234567.89'],
    [' 1 234.5 ', '1234.5'],
    ["1'000", '1000'],
    ['1,5', '1.5'],
    ['1,500', '1500'],
    ['.5', '.5'],
    ['', ''],
  ])('written as %s is %s', (written, amount) => expect(cleanAmount(written)).toBe(amount));

  it.each(['1e5', '-1', 'abc', '1.2.3', '1,2,3', '0x10', '１２', '12 ETH'])('never contains %s', (written) =>
    expect(cleanAmount(written)).toBeUndefined(),
  );
});

function Harness() {
  const [value, setValue] = useState('1');
  return <AmountInput value={value} onChange={setValue} symbol="ETH" maxLabel="Max" onMax={() => setValue('36.5')} />;
}

it('keeps what stood there when a bad character is typed, takes pasted separators out, and fills in Max', () => {
  render(<Harness />);
  const input = screen.getByRole<HTMLInputElement>('textbox');
  fireEvent.change(input, { target: { value: '1x' } });
  expect(input.value).toBe('1');
  fireEvent.change(input, { target: { value: '12,345.60' } });
  expect(input.value).toBe('12345.60');
  fireEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(input.value).toBe('36.5');
});
