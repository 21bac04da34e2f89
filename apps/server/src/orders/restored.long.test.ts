import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { findDrift } from '../ledger/service.ts';
import { decideSoon, stranger, until } from '../test/flow.ts';

/**
 * Payments that both signers let go and the server does not stand for: the database is put back to before them while somebody keeps their signed bytes, or
 * their bytes are lost before they are stored. The signers let nothing leave beside them. Real signers, real chains.
 */
const lifeSeconds = 600;
let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;
let skewMs = 0;
let token = '';

type Money = 'evm' | 'bitcoin';
const chainIds = { evm: 'evm:31337', bitcoin: 'bitcoin:regtest' } as const;
const symbols = { evm: 'ETH', bitcoin: 'BTC' } as const;
const api = () => server.api({ token });
const rpc = (money: Money, method: string, ...params: unknown[]): Promise<unknown> =>
  rpcClient(devnet[money].url)(method, ...params);
const mine = (money: Money, blocks = 4) => api().sandbox.mine({ chain_id: chainIds[money], blocks });
const available = async (money: Money): Promise<string> =>
  (await api().withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol: symbols[money] })).normal_balance;

async function fund(money: Money, amount: string): Promise<void> {
  const before = Number(await available(money));
  await api().sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol: symbols[money], amount });
  await mine(money);
  await until('coins', async () => Number(await available(money)) > before);
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-restored-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  server = await startTestServer({
    realSigners: 'here',
    clock: () => new Date(Date.now() + skewMs),
    chains: devnetChains(devnet),
    config: { sandbox: { faucetUrl: devnet.faucet.url }, approvalSeconds: lifeSeconds },
  });
  fixture = await setUp(server.place);
  token = fixture.token;
  await fund('evm', '1');
  await fund('bitcoin', '0.4');
  await fund('bitcoin', '1');
}, 60_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

interface Row {
  readonly status: number;
  readonly sub_status: string;
  readonly last_error: string;
  readonly intent_id: string;
  readonly raw: string | null;
}
async function rowOf(id: number): Promise<Row> {
  const { rows } = await server.database.pool.query<Row>(
    'select status, sub_status, last_error, intent_id, raw from orders where id = $1',
    [id],
  );
  if (!rows[0]) throw new Error(`no order ${id}`);
  return rows[0];
}

/** Asked for and agreed to. */
async function agreed(money: Money, amount: string, address_to: string = stranger[money]): Promise<number> {
  const { withdraw_id } = await api().withdraw.create({
    request_id: randomUUID(),
    sub_wallet_id: fixture.subWalletId,
    symbol: symbols[money],
    address_to,
    amount,
  });
  const { intent_id } = await rowOf(withdraw_id);
  await decideSoon(fixture, intent_id);
  return withdraw_id;
}
async function paid(money: Money, id: number): Promise<void> {
  const sent = until('the broadcast', async () => (await rowOf(id)).sub_status === 'broadcast', 20_000);
  await sent.catch(async () => expect(await rowOf(id)).toMatchObject({ sub_status: 'broadcast', last_error: '' }));
  await until('its end', async () => {
    await mine(money, 1);
    return (await rowOf(id)).status === 2000;
  });
}

/** Payments as in the backup nobody knows of: signed by both signers, stood for by nobody, never sent. @returns their bytes */
const keptBack = (money: Money, ...amounts: string[]): Promise<string[]> =>
  keptBackAfter(async () => undefined, money, ...amounts);
/** The same, where the backup knows nothing of what happens first either. */
async function keptBackAfter(first: () => Promise<void>, money: Money, ...amounts: string[]): Promise<string[]> {
  const putBack = await server.backUp();
  await first();
  await server.database.pool.query(`
    create function keep_back() returns trigger language plpgsql as $$ begin
      if new.raw is not null then new.settle_at := null; new.next_at := 'infinity'; end if; return new; end $$;
    create trigger keep_back before update on orders for each row execute function keep_back();`);
  const raws: string[] = [];
  for (const amount of amounts) {
    const id = await agreed(money, amount);
    raws.push(await until('the signature', async () => (await rowOf(id)).raw ?? undefined));
  }
  skewMs += (lifeSeconds + 200) * 1000;
  await putBack();
  ({ open_token: token } = await api().session.stepUp({ totp: totpAt(fixture.account.secret, server.clock()) }));
  return raws;
}
/** Signed by both signers, and the server never keeps the bytes. @returns the orders, their time long over */
async function halfSigned(money: Money, ...amounts: string[]): Promise<number[]> {
  const { pool } = server.database;
  await pool.query(`
    create or replace function lose() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
    create or replace trigger lose before update on orders for each row when (new.raw is not null) execute function lose();`);
  const ids: number[] = [];
  for (const amount of amounts) {
    const id = await agreed(money, amount);
    await until('a signature that is lost', async () => /lost/.test((await rowOf(id)).last_error));
    ids.push(id);
  }
  skewMs += (lifeSeconds + 200) * 1000;
  ({ open_token: token } = await api().session.stepUp({ totp: totpAt(fixture.account.secret, server.clock()) }));
  await pool.query('update orders set next_at = now() where id = any($1)', [ids]);
  await until('their ends', async () =>
    (await Promise.all(ids.map(rowOf))).every(({ status, sub_status }) => status === 2202 && sub_status === 'expired'),
  );
  // The trigger stays: to drop it waits for every transaction on the table, and what some of them read beside themselves would wait for that.
  await pool.query('create or replace function lose() returns trigger language plpgsql as $$ begin return new; end $$');
  // The time of the database is the machine's, which does not move on with the others'.
  await pool.query('update lane_nonces set free_from = now() where free_from is not null');
  await server.restart();
  return ids;
}
const openAt = async (id: number) =>
  (await api().transaction.detail({ type: 2, id })).open_payments.map((one) => one.id);

/** Whether the node takes it. */
const send = (money: Money, raw: string): Promise<boolean> =>
  rpc(money, money === 'evm' ? 'eth_sendRawTransaction' : 'sendrawtransaction', raw).then(
    () => true,
    () => false,
  );

it('on Bitcoin, the next payment spends a coin of the one that the database forgot, and one of both is made', async () => {
  const [raw = ''] = await keptBack('bitcoin', '0.3');
  // Without regard to it the coin of 1 BTC alone would do.
  const id = await agreed('bitcoin', '0.7');
  expect(await openAt(id)).toEqual([null]);
  await paid('bitcoin', id);
  expect(await send('bitcoin', raw)).toBe(false);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);

it('on an account chain, the sub-wallet frees the nonces of two by paying itself, and then pays again', async () => {
  const received = async () => BigInt(String(await rpc('evm', 'eth_getBalance', stranger.evm, 'latest')));
  const before = await received();
  const { address } = await api().deposit.address({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
  const gathers = async () =>
    (await api().withdraw.addressInfo({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH', address })).gathers;
  expect(await gathers()).toBe(false);
  const [first = '', second = ''] = await keptBack('evm', '0.1', '0.2');
  await until('what the signers tell', gathers);
  const freeing = await agreed('evm', '0.001', address);
  expect(await openAt(freeing)).toEqual([null, null]);
  await paid('evm', freeing);
  expect(await send('evm', first)).toBe(false);
  // The signers are told that its nonce is used within a minute, and at every start.
  await server.restart();
  await until('what the signers tell', async () => {
    const { rows } = await server.database.pool.query('select distinct key from open_keys where chain = $1', [
      chainIds.evm,
    ]);
    return rows.length === 1;
  });
  await paid('evm', await agreed('evm', '0.3'));
  expect(await send('evm', second)).toBe(false);
  expect((await received()) - before).toBe(300_000_000_000_000_000n);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);

it('on Bitcoin, the next payment takes a coin of each of two orders whose signatures were lost', async () => {
  await fund('bitcoin', '0.2');
  const halves = await halfSigned('bitcoin', '0.1', '0.5');
  expect(await openAt(halves[0] ?? 0)).toEqual(halves);
  // The least coin that suffices would be one alone.
  const id = await agreed('bitcoin', '0.05');
  await paid('bitcoin', id);
  const { rows } = await server.database.pool.query('select plan from orders where id = $1', [id]);
  expect(rows[0].plan.inputs).toHaveLength(2);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);

it('on an account chain, two orders whose signatures were lost leave two nonces: one is freed, the other one taken', async () => {
  const { address } = await api().deposit.address({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
  const halves = await halfSigned('evm', '0.01', '0.02');
  expect(await openAt(halves[1] ?? 0)).toEqual(halves);
  await paid('evm', await agreed('evm', '0.001', address));
  await server.restart();
  await until('the second alone to be open', async () => (await openAt(halves[0] ?? 0)).join() === `${halves[1]}`);
  await paid('evm', await agreed('evm', '0.03'));
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);

it('on Bitcoin, a coin at an address that the database forgot is found by what the signers tell, and the next payment spends it', async () => {
  const { database } = server;
  let at = '';
  /** Handed out and paid to, and only this coin is large enough. */
  const handOut = async (): Promise<void> => {
    const asked = { sub_wallet_id: fixture.subWalletId, symbol: 'BTC', num: 3 };
    at = (await api().deposit.createAddress(asked)).list.at(-1)?.address ?? '';
    const before = Number(await available('bitcoin'));
    const body = JSON.stringify({ chain: chainIds.bitcoin, symbol: 'BTC', address: at, amount: '5' });
    await fetch(`${devnet.faucet.url}/fund`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await mine('bitcoin');
    await until('the coin', async () => Number(await available('bitcoin')) > before + 4);
  };
  const known = async () =>
    (await database.pool.query('select from utxos where address = $1 and spent_by is null', [at])).rows.length;
  const [raw = ''] = await keptBackAfter(handOut, 'bitcoin', '4');
  const tip = Number(await rpc('bitcoin', 'getblockcount'));
  await until('the chain', async () => {
    const { rows } = await database.pool.query('select height from chain_state where chain = $1', [chainIds.bitcoin]);
    return Number(rows[0]?.height) >= tip;
  });
  // What the signers tell is asked for within a minute, and at every start.
  await server.restart();
  await until('the coin that was forgotten', async () => (await known()) === 1);
  await until('its credit', async () => Number(await available('bitcoin')) > 5);
  const id = await agreed('bitcoin', '0.05');
  expect(await openAt(id)).toEqual([null]);
  await paid('bitcoin', id);
  expect(await send('bitcoin', raw)).toBe(false);
  expect(await findDrift(database.db)).toEqual([]);
}, 90_000);
