import { randomUUID } from 'node:crypto';
import { orderStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDrift } from '../../ledger/service.ts';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';

const coins = 42;
let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
  for (let n = 1; n <= coins; n++) {
    await flow.fund('BTC', '0.01');
    if (n % 10 === 0) await flow.mine('bitcoin');
  }
  await flow.mine('bitcoin', 2);
  await until('coins', async () => (await flow.available('BTC')) === '0.42');
}, 120_000);
afterAll(() => flow?.close());

const order = (address_to: string, amount: string) =>
  flow.api.withdraw.create({
    request_id: randomUUID(),
    sub_wallet_id: flow.installed.subWalletId,
    symbol: 'BTC',
    address_to,
    amount,
  });

it('a payment that takes more coins than one transaction spends is refused, until they are gathered by a payment to the wallet itself', async () => {
  const most = (await flow.api.withdraw.info({ sub_wallet_id: flow.installed.subWalletId, symbol: 'BTC' }))
    .payable_balance;
  expect(most).toBe('0.4');
  await expect(order(stranger.bitcoin, '0.41')).rejects.toThrow('more than 40 coins');
  await expect(order(stranger.bitcoin, '0.43')).rejects.toThrow(/available|balance/i);
  const own = await flow.api.deposit.address({ sub_wallet_id: flow.installed.subWalletId, symbol: 'BTC' });
  const facts = { sub_wallet_id: flow.installed.subWalletId, symbol: 'BTC', address: own.address };
  expect(await flow.api.withdraw.addressInfo(facts)).toMatchObject({ valid: true, gathers: true });
  const gathering = await order(own.address, '0.399');
  await flow.decide(gathering.withdraw_id);
  await until('the broadcast', async () => (await flow.status(gathering.withdraw_id)) === orderStatus.paying);
  await until('its end', async () => {
    await flow.mine('bitcoin');
    return (await flow.status(gathering.withdraw_id)) === orderStatus.done;
  });
  await until('the coin', async () => Number(await flow.available('BTC')) > 0.419);
  const { db } = flow.server.database;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from utxos where spent_by is null`.execute(db);
  // Two that were left, the one they became, and perhaps change.
  expect(rows[0]?.n).toBeLessThanOrEqual(4);
  expect(await findDrift(db)).toEqual([]);
  await order(stranger.bitcoin, '0.41');
}, 120_000);
