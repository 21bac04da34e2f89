import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { stranger, until } from '../../test/flow.ts';

/** Payments under way that are made once more for a higher fee, over HTTP: real signers, real chains whose blocks are held. */
let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

const chainIds = { ETH: 'evm:31337', BTC: 'bitcoin:regtest' } as const;
type Symbol = keyof typeof chainIds;
const mine = (symbol: Symbol, blocks = 1) => fixture.api.sandbox.mine({ chain_id: chainIds[symbol], blocks });
const rpc = (method: string, ...params: unknown[]): Promise<unknown> => rpcClient(devnet.evm.url)(method, ...params);
const balance = (symbol: Symbol) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const held = async (address: string): Promise<bigint> => BigInt(String(await rpc('eth_getBalance', address, 'latest')));
const names = (id: number) => ({ withdraw_id: id as never });
const info = (id: number) => fixture.api.withdraw.speedUpInfo(names(id));
const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'none',
    (error: { code: number }) => error.code,
  );

async function fund(symbol: Symbol, amount: string): Promise<void> {
  const before = Number((await balance(symbol)).normal_balance);
  await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol, amount });
  await mine(symbol, 4);
  await until('coins', async () => Number((await balance(symbol)).normal_balance) > before);
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-speed-up-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await fund('ETH', '10');
  await fund('BTC', '1');
}, 60_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const approve = async (id: number): Promise<void> => {
  const { evidence } = await detail(id);
  await until('the request at the signer', () =>
    fixture
      .approve(evidence.intent_id)
      .then(() => true)
      .catch(() => false),
  );
};
/** A payment that was sent, and is in no block. */
async function sent(symbol: Symbol = 'ETH', amount = '0.1'): Promise<number> {
  const address_to = symbol === 'ETH' ? stranger.evm : stranger.bitcoin;
  const ask = { request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, symbol, address_to, amount };
  const { withdraw_id: id } = await fixture.api.withdraw.create(ask);
  await approve(id);
  await until('the broadcast', async () => (await detail(id)).sub_status === 'broadcast', 20_000);
  return id;
}
const faster = (id: number, fee_level: 1 | 2 | 3 = 2) =>
  fixture.api.withdraw.speedUp({ ...names(id), request_id: randomUUID(), fee_level });
/** Asked for, agreed to, signed and sent. */
async function spedUp(id: number): Promise<number> {
  const { withdraw_id: attempt } = await faster(id);
  await approve(attempt);
  await until('its broadcast', async () => (await detail(attempt)).sub_status === 'broadcast', 20_000);
  return attempt;
}
async function isOver(id: number): Promise<number> {
  await until('its end', async () => {
    await mine('ETH', 2);
    return (await detail(id)).status >= 2000;
  });
  return (await detail(id)).status;
}
const booksAreRight = async (): Promise<void> => {
  await until('every hold to end', async () => (await balance('ETH')).lock_balance === '0');
  expect(await findDrift(server.database.db)).toEqual([]);
  const { address_from } = await fixture.api.withdraw.info({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
  const wei = (text: string): bigint => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole) * 10n ** 18n + BigInt(part.padEnd(18, '0'));
  };
  expect(wei((await balance('ETH')).normal_balance)).toBe(await held(address_from));
};

describe('a payment under way is sped up', () => {
  it('for a higher fee in the same place: its payee is paid once, and the books hold what the chain took', async () => {
    const before = await held(stranger.evm);
    const id = await sent();
    const first = await detail(id);
    expect(first.can.speed_up).toBe(true);
    const asked = await info(id);
    expect(asked).toMatchObject({ problem: '', mode: 'nonce_replace', fee_symbol: 'ETH', max_fee: first.fee });
    for (const { max_fee } of asked.tiers) expect(Number(max_fee)).toBeGreaterThanOrEqual(Number(first.fee) * 1.125);
    const attempt = await spedUp(id);
    const raised = await detail(attempt);
    expect(raised).toMatchObject({ speeds_up: id, amount: first.amount, address_to: first.address_to });
    expect(Number(raised.fee)).toBeGreaterThan(Number(first.fee));
    const hashes = (await info(id)).attempts.map(({ txid }) => txid);
    expect(hashes).toEqual([first.txid, raised.txid]);
    const [one, two] = (await Promise.all(hashes.map((hash) => rpc('eth_getTransactionByHash', hash)))) as {
      nonce: string;
    }[];
    expect(two?.nonce).toBe(one?.nonce ?? two?.nonce);
    expect(await isOver(id)).toBe(2000);
    expect((await held(stranger.evm)) - before).toBe(10n ** 17n);
    const done = await detail(id);
    const told = done.timeline.map(({ sub_status, detail: { txid = '' } }) => `${sub_status} ${txid}`);
    expect(told).toEqual(expect.arrayContaining([`attempt_signed ${raised.txid}`, `mined ${done.txid}`]));
    await until('the attempt to end', async () => (await detail(attempt)).status >= 2000);
    await booksAreRight();
  });

  it('is one line among the transactions, found by the hash of any attempt at it', async () => {
    const id = await sent();
    const attempt = await spedUp(id);
    const { txid } = await detail(attempt);
    const { list } = await fixture.api.transaction.list({ txid });
    expect(list.map((one) => one.id)).toEqual([id]);
    expect((await fixture.api.transaction.list({ type: 2 })).list.map((one) => one.id)).not.toContain(attempt);
    await isOver(id);
    await booksAreRight();
  });

  it('again and again, each for more than the one before', async () => {
    const id = await sent();
    const fees = [Number((await detail(id)).fee)];
    for (let n = 0; n < 2; n++) fees.push(Number((await detail(await spedUp(id))).fee));
    expect(fees).toEqual([...fees].sort((a, b) => a - b));
    expect(new Set(fees).size).toBe(3);
    expect(await isOver(id)).toBe(2000);
    await booksAreRight();
  });

  it('ends unsigned when the payment is mined first, and what it held is free', async () => {
    const id = await sent();
    const { withdraw_id: attempt } = await faster(id);
    expect(await isOver(id)).toBe(2000);
    await until('the attempt to end', async () => (await detail(attempt)).status === 2202);
    expect((await detail(attempt)).sub_status).toBe('payment_over');
    await booksAreRight();
  });
});

describe('it is refused', () => {
  it('while another attempt waits, and the same request is the same order', async () => {
    const id = await sent();
    const ask = { ...names(id), request_id: randomUUID(), fee_level: 3 as const };
    const { withdraw_id: attempt } = await fixture.api.withdraw.speedUp(ask);
    expect(await fixture.api.withdraw.speedUp(ask)).toMatchObject({ withdraw_id: attempt, duplicated: true });
    expect(await refusal(faster(id))).toBe(300167);
    expect(await info(id)).toMatchObject({ problem: 'attempt_waits', tiers: [] });
    await fixture.api.withdraw.cancel({ withdraw_id: attempt });
    expect((await info(id)).problem).toBe('');
    await isOver(id);
    await booksAreRight();
  });

  it('where nothing is under way, above what was agreed to, and where the chain takes none', async () => {
    const id = await sent();
    const ask = { ...names(id), request_id: randomUUID(), max_fee: '0.0000001' };
    expect(await refusal(fixture.api.withdraw.speedUp(ask))).toBe(300030);
    await isOver(id);
    expect(await refusal(faster(id))).toBe(300166);
    const bitcoin = await sent('BTC', '0.01');
    expect(await refusal(faster(bitcoin))).toBe(200109);
    expect((await info(bitcoin)).problem).toBe('chain');
  });
});
