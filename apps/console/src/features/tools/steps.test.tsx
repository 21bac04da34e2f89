// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole, visit } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { askOf, indentOf, type Step, type Steps, standOf } from './view.ts';

inConsole();

const step = (over: Partial<Step>): Step => ({
  tx_hash: 'aa'.repeat(32),
  parent_hash: '',
  depth: 0,
  lt: '1',
  account: '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn',
  type: 'external',
  success: true,
  exit_code: 0,
  exit: 'done',
  time: new Date(),
  block_height: 7,
  in_msg_hash: 'bb'.repeat(32),
  address_from: '',
  amount: '0',
  fee: '0.001',
  out_msgs: [],
  token_symbol: '',
  token_amount: null,
  memo: '',
  explorer_url: '',
  ...over,
});
const bounced: Steps = {
  list: [
    step({}),
    step({
      tx_hash: 'cc'.repeat(32),
      depth: 1,
      type: 'tokenTransfer',
      success: false,
      exit_code: 709,
      exit: 'attached',
      token_symbol: 'NOT',
      token_amount: '250.5',
      memo: '<b>to Bob</b>',
    }),
    step({ tx_hash: 'dd'.repeat(32), depth: 2, type: 'bounced', amount: '0.009' }),
  ],
  total: 3,
  final: true,
  chain_id: 'ton:-3',
  coin_net: 'TON (emulator)',
  base_symbol: 'TON',
  message_hash: 'ee'.repeat(32),
  order: { withdraw_id: 12 as never, status: 2400, message_hash: 'ee'.repeat(32), nonce: '4', valid_until: null },
};
const path = '/mpc/center/tools/tonTransQuery';

describe('the transactions of a payment', () => {
  it('are found from the tools, by a hash or by the number of an order', async () => {
    const seen = serve({ 'tools.paymentSteps': () => ({ data: bounced }) });
    visit('/mpc/center/tools');
    fireEvent.click(await screen.findByRole('link', { name: /TON transaction query/ }));
    const box = await screen.findByRole('searchbox');
    fireEvent.change(box, { target: { value: '12' } });
    fireEvent.submit(box);
    await screen.findByRole('list', { name: 'Transactions of this payment' });
    const asked = seen.filter(({ path: at }) => at === '/api/mpc/tools/txids').map(({ form }) => String(form));
    expect([...new Set(asked)]).toEqual(['withdraw_id=12']);
    expect(askOf('12')).toEqual({ withdraw_id: 12 });
    expect(askOf('ab'.repeat(32))).toEqual({ txid: 'ab'.repeat(32) });
    for (const none of ['', 'Copy', 'ab'.repeat(31), '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn'])
      expect(askOf(none)).toBeUndefined();
    expect(askOf('7'.repeat(64))).toEqual({ txid: '7'.repeat(64) });
  });

  it('say which step failed and why, with its amounts, in both languages', async () => {
    serve({ 'tools.paymentSteps': () => ({ data: bounced }) });
    visit(`${path}?q=12`);
    const list = within(await screen.findByRole('list', { name: 'Transactions of this payment' }));
    const [, failed, back] = list.getAllByRole('listitem');
    expect(failed?.textContent).toContain('Too few coins were attached for the token’s way'.replace('’', "'"));
    expect(failed?.textContent).toContain('(code 709)');
    expect(failed?.textContent).toContain('250.5 NOT');
    // What a stranger wrote is text.
    within(failed ?? document.body).getByText('<b>to Bob</b>');
    expect(back?.textContent).toContain('Came back');
    // The hash of each: its account may be ours, which nobody copies without a word.
    expect(list.getAllByRole('button', { name: 'Copy' })).toHaveLength(bounced.list.length);
    screen.getByText('A step failed');
    screen.getByRole('button', { name: 'Order 12' });
    await setLanguage('zh-CN');
    await waitFor(() =>
      expect(failed?.textContent).toContain(
        '随附的币不足以完成代币转账（代码 709）'.replace('（', ' (').replace('）', ')'),
      ),
    );
  });

  it('are not there for a hash that no node knows', async () => {
    serve({ 'tools.paymentSteps': () => ({ data: { ...bounced, list: [], total: 0, chain_id: '', order: null } }) });
    visit(`${path}?q=${'ab'.repeat(32)}`);
    await screen.findByText('No payment has this hash');
  });

  it('stand as a whole as their worst', () => {
    const all = (list: Step[], final: boolean) => standOf({ ...bounced, list, final });
    expect(all([], false)).toBe('unknown');
    expect(all([step({})], false)).toBe('onItsWay');
    expect(all([step({})], true)).toBe('done');
    expect(all([step({}), step({ success: false })], false)).toBe('failed');
    expect(all([step({}), step({ type: 'bounced' })], true)).toBe('failed');
    expect(indentOf({ depth: 30 })).toBe(indentOf({ depth: 3 }));
  });
});
