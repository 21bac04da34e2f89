import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDrift } from './ledger/service.ts';
import { type Flow, startFlow, stranger, until } from './test/flow.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow?.close());

const coins = [
  { symbol: 'ETH', chain: 'evm', amount: '2', pay: '0.5', to: stranger.evm },
  { symbol: 'USDC', chain: 'evm', amount: '100', pay: '12.5', to: stranger.evm },
  { symbol: 'BTC', chain: 'bitcoin', amount: '1', pay: '0.25', to: stranger.bitcoin },
] as const;

describe('a member receives and sends', () => {
  it.each(coins)(
    '$symbol: credited at finality, paid after approval, books and chain agree',
    async ({ symbol, chain, amount, pay, to }) => {
      const { api, installed } = flow;
      await flow.fund(symbol, amount);
      await flow.mine(chain, 1);
      await until(
        'the deposit to be seen',
        async () =>
          (await api.withdraw.symbolBalance({ sub_wallet_id: installed.subWalletId, symbol })).pending_balance ===
          amount,
      );
      expect(await flow.available(symbol)).toBe('0');
      await flow.mine(chain, 3);
      await until('the credit', async () => (await flow.available(symbol)) === amount);

      const made = await api.withdraw.create({
        request_id: randomUUID(),
        sub_wallet_id: installed.subWalletId,
        symbol,
        address_to: to,
        amount: pay,
      });
      expect(made).toMatchObject({ status: 1000, need_sign: true, duplicated: false });
      const todo = await api.todo.list({});
      expect(todo.list.find(({ item_id }) => item_id === made.withdraw_id)).toMatchObject({
        my_action: 1,
        solo_mode: true,
        payment: { amount: pay },
      });
      await flow.decide(made.withdraw_id);
      const detailOf = () => api.transaction.detail({ id: made.withdraw_id, type: 2 });
      // It is paying from the moment on that its bytes are stored; a block takes it in once the node has them.
      await until('the broadcast', async () =>
        (await detailOf()).timeline.some(({ sub_status }) => sub_status === 'broadcast'),
      );
      await flow.mine(chain, 1);
      await until('the block', async () => (await detailOf()).evidence.block_height !== null);
      await flow.mine(chain, 3);
      await until('finality', async () => (await flow.status(made.withdraw_id)) === 2000);

      const detail = await detailOf();
      expect(detail.timeline.map(({ sub_status }) => sub_status)).toEqual([
        'awaiting_approval',
        'approve',
        'approved',
        'signed',
        'broadcast',
        'mined',
        'final',
      ]);
      expect(Number(detail.real_fee)).toBeGreaterThan(0);
      expect(Number(detail.real_fee)).toBeLessThanOrEqual(Number(detail.fee));
      expect((await api.withdraw.symbolBalance({ sub_wallet_id: installed.subWalletId, symbol })).lock_balance).toBe(
        '0',
      );
      expect(await findDrift(flow.server.database.db)).toEqual([]);
    },
  );

  it('shows deposits and orders in one list, newest first', async () => {
    const { list, total } = await flow.api.transaction.list({ page_size: 50 });
    expect(total).toBe(6);
    expect(list.filter(({ direction }) => direction === 'in').every(({ status }) => status === 2000)).toBe(true);
    const times = list.map(({ created_at }) => created_at.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const { frozen } = await flow.api.transaction.chains({});
    expect(frozen).toEqual([]);
  });
});
