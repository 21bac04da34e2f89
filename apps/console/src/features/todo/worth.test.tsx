// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { changeItem, todoItem } from '../../../test/todo-item.ts';
import { setLanguage } from '../../lib/i18n.ts';

inConsole();
const counts = { open_count: 3, my_count: 3, asked_count: 0, unseen_count: 0, older_unseen: false };
const pays = (item_id: number, of: object) => {
  const { payment } = todoItem();
  return todoItem({ item_id, my_action: 1, payment: { ...payment, ...of } });
};

/** The inbox with these items in it, of which as many as are asked for are ticked. */
async function inbox(list: readonly object[]): Promise<void> {
  const found = { list, pageTotal: 1, total: list.length, kinds: [], search_is_part: false, ...counts };
  serve({
    'todo.info': () => ({ data: list[0] }),
    'todo.list': (form) => ({
      data: form.get('status') === '0' || form.get('scope') === 'all' ? found : { ...found, list: [] },
    }),
  });
  await open('/mpc/center/todo');
  await screen.findByRole('article');
}
const row = (title: string) =>
  screen.getAllByRole('button', { name: new RegExp(`^${title}`) }).map(({ textContent }) => textContent);
/** Ticks all that can be ticked, and reads what is said of them. */
function ticked(): string | null | undefined {
  for (const box of screen.getAllByRole('checkbox', { name: /^Tick:/ })) fireEvent.click(box);
  return screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .find((text) => /selected|已选/.test(text ?? ''));
}

it('a row says about what it is worth, and nothing where nobody knows, or nothing is paid', async () => {
  await inbox([
    pays(7, { amount: '0.02', worth_usd: '40' }),
    pays(8, { amount: '3' }),
    pays(9, { amount: '0', worth_usd: '0' }),
    pays(10, { amount: '0.001', worth_usd: '0' }),
    changeItem({ kind: 'book' }, { item_id: 11, item_type: 5, my_action: 1 }),
  ]);
  expect(row('Withdraw 0.02 ETH')).toEqual([expect.stringMatching(/^Withdraw 0\.02 ETH.*≈\u00a0\$40\.00/)]);
  expect(row('Withdraw 3 ETH').join()).not.toContain('$');
  expect(row('Withdraw 0 ETH').join()).not.toContain('$');
  expect(row('Withdraw 0.001 ETH')).toEqual([expect.stringContaining('<\u00a0$0.01')]);
});

it('what is ticked says what it comes to, to the last digit: in its coin where it is of one, and in dollars', async () => {
  await inbox([
    pays(7, { amount: '0.1', worth_usd: '300.1' }),
    pays(8, { amount: '0.2', worth_usd: '600.2' }),
    changeItem({ kind: 'book' }, { item_id: 11, item_type: 5, my_action: 1 }),
  ]);
  expect(ticked()).toContain('0.3 ETH≈\u00a0$900.30');
});

it('of several coins it is told in dollars alone', async () => {
  await inbox([
    pays(7, { worth_usd: '4000' }),
    pays(8, { symbol: 'USDC', contract_address: '0x2', worth_usd: '1.5' }),
    pays(9, { contract_address: '0x3', worth_usd: '1' }),
  ]);
  expect(ticked()).toContain('3 of 3 selected≈\u00a0$4,002.50');
});

it('where the price of one is not known the sum says of which it is', async () => {
  const items = [
    pays(7, { amount: '1', worth_usd: '4000' }),
    pays(8, { amount: '2', worth_usd: '8000' }),
    pays(9, { amount: '3' }),
  ];
  await inbox(items);
  expect(ticked()).toContain('6 ETH≈\u00a0$12,000.00 for the 2 with a price');
  await setLanguage('zh-CN');
  await screen.findByText('≈ $12,000.00（仅计有价格的 2 项）');
});

it('where no price is known nothing is said of dollars', async () => {
  await inbox([pays(7, {}), pays(8, {})]);
  expect(ticked()).toMatch(/3 ETH(?!.*\$)/);
});
