// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { todoItem } from '../../../test/todo-item.ts';
import { setLanguage } from '../../lib/i18n.ts';

inConsole();

it('a row of an allowance names the amount alone: the spender stands below it', async () => {
  const spender = '0xb19b36b1456E65E3A6D514D3F715f204BD59f431';
  const stake = { kind: 'allowance', about: '', resource: '', lock_blocks: 0, lock_ms: 0 };
  const allowed = { symbol: 'USDC', contract_address: '0x2', amount: '300', address_to: spender, stake };
  const item = todoItem({ payment: { ...todoItem().payment, ...allowed } });
  const found = { list: [item], pageTotal: 1, total: 1, kinds: [], search_is_part: false };
  const counts = { open_count: 1, my_count: 0, asked_count: 0, unseen_count: 0, older_unseen: false };
  serve({ 'todo.info': () => ({ data: item }), 'todo.list': () => ({ data: { ...found, ...counts } }) });
  await open('/mpc/center/todo');
  const [row] = await screen.findAllByRole('button', { name: /^Allow 300 USDC/ });
  expect(row?.textContent?.split('0xb19b').length).toBe(2);
  await setLanguage('zh-CN');
  await screen.findAllByRole('button', { name: /^授权 300 USDC/ });
});
