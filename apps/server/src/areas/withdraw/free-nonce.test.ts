import { randomUUID } from 'node:crypto';
import { orderStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nonceOf } from '../../chains/reserved.ts';
import { findDrift } from '../../ledger/service.ts';
import { type Flow, startFlow, until } from '../../test/flow.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
  await flow.fund('ETH', '1');
  await flow.mine('evm', 4);
  await until('coins', async () => (await flow.available('ETH')) === '1');
}, 60_000);
afterAll(() => flow?.close());

it('an account pays itself only to take a nonce that an ended order left, and that is taken then', async () => {
  const { db } = flow.server.database;
  const sub_wallet_id = flow.installed.subWalletId;
  const { address } = await flow.api.deposit.address({ sub_wallet_id, symbol: 'ETH' });
  const facts = () => flow.api.withdraw.addressInfo({ sub_wallet_id, symbol: 'ETH', address });
  const pay = () =>
    flow.api.withdraw.create({
      request_id: randomUUID(),
      sub_wallet_id,
      symbol: 'ETH',
      address_to: address,
      amount: '0.001',
    });
  expect(await facts()).toMatchObject({ gathers: false });
  await expect(pay()).rejects.toThrow('your own address');
  await sql`insert into lanes values ('evm:31337', ${address}, 1)`.execute(db);
  await sql`insert into lane_nonces (chain, account, nonce) values ('evm:31337', ${address}, 0)`.execute(db);
  expect(await facts()).toMatchObject({ gathers: true });
  const { withdraw_id } = await pay();
  await flow.decide(withdraw_id);
  await until('the broadcast', async () => (await flow.status(withdraw_id)) === orderStatus.paying);
  const order = await db.selectFrom('orders').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(await nonceOf(db, order.id)).toBe(0);
  await until('its end', async () => {
    await flow.mine('evm');
    return (await flow.status(withdraw_id)) === orderStatus.done;
  });
  await until('the coins', async () => {
    await flow.mine('evm');
    return Number(await flow.available('ETH')) > 0.99;
  });
  expect(await facts()).toMatchObject({ gathers: false });
  expect(await findDrift(db)).toEqual([]);
}, 90_000);
