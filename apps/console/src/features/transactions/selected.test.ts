import { expect, it } from 'vitest';
import { sumsOf, worthOfAll } from './selected.tsx';

const eth = { symbol: 'ETH', symbol_alias: 'ETH', coin_net: 'Ethereum', contract_address: '' };
const row = (direction: 'in' | 'out' | 'none', amount: string, worth_usd: string | null = null) =>
  ({ ...eth, direction, amount, worth_usd }) as never;
const priced = [{ ...eth, price_usd: '3000' }] as never;

it('ticked rows tell what came in less what went out, in coin and in dollars, those that are settled by their worth then', () => {
  const rows = [row('in', '2', '5000'), row('out', '0.5'), row('none', '9')];
  expect(sumsOf(rows)).toEqual(['+1.5 ETH']);
  expect(worthOfAll(rows, priced)).toBe('≈ +$3,500.00');
  expect(worthOfAll([row('out', '0.5')], priced)).toBe('≈ −$1,500.00');
});

it('no dollars where the worth of one of them is unknown, or nothing was moved', () => {
  expect(worthOfAll([row('in', '2', '5000'), row('out', '0.5')], [])).toBe('');
  expect(worthOfAll([row('none', '9')], priced)).toBe('');
});
