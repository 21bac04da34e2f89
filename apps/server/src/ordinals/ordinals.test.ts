import { randomUUID } from 'node:crypto';
import { orderStatus } from '@holdfast/contract';
import { inscribe } from '@holdfast/devnet/inscribe';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDrift } from '../ledger/service.ts';
import { type Flow, startFlow, stranger, until } from '../test/flow.ts';

/** Outputs with inscriptions are spent by no ordinary payment, and neither is what nobody has looked at: on our node or bitcoind (BITCOIND). */
let flow: Flow;
const chain = 'bitcoin:regtest';
const place = () => ({ sub_wallet_id: flow.installed.subWalletId, symbol: 'BTC' });
beforeAll(async () => {
  const ordinals = [{ chain, own: { from: 0 }, others: [], allow: [] }];
  flow = await startFlow({}, (chains) => chains, { ordinals });
}, 60_000);
afterAll(() => flow?.close());

const bodyOf = (text: string) => ({ contentType: 'text/plain;charset=utf-8', body: new TextEncoder().encode(text) });
const own = async (): Promise<string> => {
  const row = await flow.server.database.db
    .selectFrom('addresses')
    .select('address')
    .where('chain', '=', chain)
    .where('sub_wallet_id', '=', flow.installed.subWalletId)
    .where('branch', '=', 0)
    .executeTakeFirstOrThrow();
  return row.address;
};
const outputs = () => flow.api.utxo.list({ ...place(), page_no: 1, page_size: 50 });
const stateOf = async (txid: string) => (await outputs()).list.find((one) => one.txid === txid);
const judged = (txid: string, state: string) =>
  until(`${state} ${txid}`, async () => {
    const found = await stateOf(txid);
    return found?.state === state && found;
  });
const placeOfInscription = async (id: string) => {
  const { rows } = await sql<{
    outpoint: string;
  }>`select outpoint from inscription_places where id = ${id} and until is null`.execute(flow.server.database.db);
  return rows[0]?.outpoint;
};

it('spends no inscribed output, though it is all that there is; and whatever else comes as soon as it was looked at', async () => {
  const { id, txid } = await inscribe(flow.devnet, { ...bodyOf('hello'), to: await own(), postage: 200_000n });
  await flow.mine('bitcoin', 2);
  const held = await judged(txid, 'inscribed');
  expect([held.inscription, held.locked]).toEqual([true, true]);
  expect(await placeOfInscription(id)).toBe(`${txid}:0`);
  const { withdraw_id } = await flow.api.withdraw.create({
    request_id: randomUUID(),
    ...place(),
    address_to: stranger.bitcoin,
    amount: '0.0005',
  });
  await flow.decide(withdraw_id);
  await until('its waiting', async () => {
    const { rows } = await sql<{ sub_status: string }>`select sub_status from orders where id = ${withdraw_id}`.execute(
      flow.server.database.db,
    );
    return rows[0]?.sub_status === 'waiting_for_coins';
  });
  await flow.fund('BTC', '0.01');
  await until('its end', async () => {
    await flow.mine('bitcoin');
    return (await flow.status(withdraw_id)) === orderStatus.done;
  });
  expect(await placeOfInscription(id)).toBe(`${txid}:0`);
  expect(await findDrift(flow.server.database.db)).toEqual([]);
});

it('lets nobody choose an inscribed output by hand, and the database promises it to no payment', async () => {
  const [held] = (await outputs()).list.filter(({ state }) => state === 'inscribed');
  const { txid = '', vout = 0 } = held ?? {};
  const asked = {
    request_id: randomUUID(),
    ...place(),
    address_to: stranger.bitcoin,
    amount: '0.0005',
    inputs: [{ txid, vout }],
  };
  await expect(flow.api.withdraw.create(asked)).rejects.toThrow();
  const promised = sql`update utxos set reserved_by = (select max(id) from orders) where txid = ${txid}`.execute(
    flow.server.database.db,
  );
  await expect(promised).rejects.toMatchObject({ code: 'HF033' });
});

it('forgets what blocks told that a reorganisation took away, and what was found on their outputs', async () => {
  const { id, txid } = await inscribe(flow.devnet, { ...bodyOf('gone'), to: await own() });
  await flow.mine('bitcoin', 1);
  await judged(txid, 'inscribed');
  const known = async () =>
    (await sql`select from inscriptions where id = ${id}`.execute(flow.server.database.db)).rows.length;
  await until('the index', async () => (await known()) === 1);
  const tip = (await flow.rpc('bitcoin', 'getblockcount')) as number;
  await flow.rpc('bitcoin', 'invalidateblock', await flow.rpc('bitcoin', 'getblockhash', tip - 1));
  await flow.rpc('bitcoin', 'generateblock', stranger.bitcoin, []);
  await flow.rpc('bitcoin', 'generateblock', stranger.bitcoin, []);
  await flow.rpc('bitcoin', 'generateblock', stranger.bitcoin, []);
  await until('its end', async () => (await known()) === 0);
  const contents = () =>
    sql<{ content: string }>`select content from utxos where txid = ${txid}`.execute(flow.server.database.db);
  await until('their end', async () => (await contents()).rows.every(({ content }) => content === 'unknown'));
});
