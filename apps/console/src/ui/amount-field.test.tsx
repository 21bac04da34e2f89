// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { AmountField } from './amount-field.tsx';

beforeAll(startI18n);
afterEach(cleanup);

const price = { price_usd: '3000', price_time: new Date('2026-11-23T03:12:00Z') };
const noPrice = { price_usd: null, price_time: null };

interface HarnessProps {
  readonly isPriced?: boolean;
  readonly time?: Date | null;
  readonly error?: string;
}

function Harness({ isPriced = true, time = price.price_time, error }: HarnessProps) {
  const [value, setValue] = useState('');
  const coin = { ...(isPriced ? { ...price, price_time: time } : noPrice), decimals: 18 };
  return <AmountField {...{ value, coin, error }} symbol="ETH" onAmount={setValue} />;
}
const box = () => screen.getByRole<HTMLInputElement>('textbox');
const write = (value: string) => fireEvent.input(box(), { target: { value } });
const meant = (): string | undefined => screen.queryByText(/^= /)?.textContent;

it.each([
  ['1,5', '= 1.5 ETH'],
  ['1,50', '= 1.50 ETH'],
  ['1,500', '= 1,500 ETH'],
  ['0。5', '= 0.5 ETH'],
  ['1500', undefined],
  ['1.5', undefined],
  ['1.', undefined],
  ['.', undefined],
  ['1,2,3', undefined],
  ['', undefined],
])('beside %s stands %s', (written, said) => {
  render(<Harness />);
  write(written);
  expect(meant()).toBe(said);
});

it('stands before the dollars, as long as the field shows what was written', () => {
  const { container } = render(<Harness />);
  write('1,500');
  expect(container.textContent).toMatch(/= 1,500 ETH · ≈ \$4,500,000/);
  fireEvent.blur(box());
  expect([box().value, meant()]).toEqual(['1500', undefined]);
});

it('stands where nobody knows a price, and beside a fault', () => {
  const { rerender } = render(<Harness isPriced={false} />);
  write('1,500');
  expect(meant()).toBe('= 1,500 ETH');
  rerender(<Harness isPriced={false} error="Too much" />);
  expect(screen.getByRole('alert').textContent).toContain('Too much');
  expect(meant()).toBe('= 1,500 ETH');
});

it('says it of dollars in dollars, and what they are in coin, with one equals sign', () => {
  const { container } = render(<Harness />);
  write('1');
  fireEvent.click(screen.getByRole('button', { name: 'Write it in US dollars' }));
  write('1,500');
  expect(container.textContent).toMatch(/[^= ]\$1,500 = 0\.5 ETH · /);
});

it('says whose a fixed price is in place of a time, which it has not, and dollars go by it too', () => {
  render(<Harness time={null} />);
  write('2');
  expect(screen.getByTestId('worth').textContent).toBe(
    '≈ $6,000.00 · $3,000.00 each, fixed price of the configuration',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Write it in US dollars' }));
  expect(screen.getByTestId('worth').textContent).toBe('= 2 ETH · $3,000.00 each, fixed price of the configuration');
});

it('a dollar sign makes it US dollars, where a price is known; elsewhere it is no amount', () => {
  const { container } = render(<Harness />);
  write('$40');
  expect(box().value).toBe('40');
  expect(container.textContent).toContain('= 0.0133333 ETH · ');
  write('$4');
  expect(box().value).toBe('4');
  cleanup();
  const { container: other } = render(<Harness isPriced={false} />);
  write('$40');
  expect(box().value).toBe('$40');
  expect(other.textContent).not.toMatch(/[=≈]/);
});

it.each([
  ['1,200 ETH', '1200', '≈ $3,600,000'],
  ['ETH 1200', '1200', '≈ $3,600,000'],
  ['$1,200', '1200', '= 0.4 ETH'],
  ['1,200 USD', '1200', '= 0.4 ETH'],
  ['USD 1200', '1200', '= 0.4 ETH'],
])('%s, as it was copied, is read in its unit', (copied, shown, other) => {
  const { container } = render(<Harness />);
  fireEvent.input(box(), { target: { value: copied }, inputType: 'insertFromPaste' });
  expect(box().value).toBe(shown);
  expect(container.textContent).toContain(other);
});

it('another coin’s amount stays as it was copied, and is marked', () => {
  render(<Harness />);
  fireEvent.input(box(), { target: { value: '1,200 USDC' }, inputType: 'insertFromPaste' });
  expect([box().value, box().getAttribute('aria-invalid')]).toEqual(['1,200 USDC', 'true']);
});
