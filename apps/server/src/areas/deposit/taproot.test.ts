import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { orderStatus } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { createAddressGuard } from '@holdfast/policy';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, stranger, until } from '../../test/flow.ts';

/** Deposits at taproot addresses, and payments of them by the two real signers, on our node or bitcoind (BITCOIND). */
let dir: string;
let devnet: Devnet<'bitcoin'>;
let server: TestServer;
let fixture: SetUp;
const chain_id = 'bitcoin:regtest';
const place = () => ({ sub_wallet_id: fixture.subWalletId, symbol: 'BTC' });
const mine = (blocks: number) => fixture.api.sandbox.mine({ chain_id, blocks });
const available = async () => (await fixture.api.withdraw.symbolBalance(place())).normal_balance;
const statusOf = async (id: number) => (await fixture.api.transaction.detail({ id, type: 2 })).status;

async function fund(address: string, amount: string): Promise<void> {
  const body = JSON.stringify({ chain: chain_id, symbol: 'BTC', address, amount });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${devnet.faucet.url}/fund`, { method: 'POST', headers, body });
  expect(answer.ok, await answer.text()).toBe(true);
}

interface RawTx {
  readonly vin: readonly { readonly txid: string; readonly vout: number; readonly txinwitness: readonly string[] }[];
  readonly vout: readonly {
    readonly value: number;
    readonly scriptPubKey: { readonly address: string; readonly type: string };
  }[];
}
/** Asks for a payment, approves it, and has it mined to its end. */
async function paid(address_to: string, amount: string): Promise<RawTx> {
  const { withdraw_id } = await fixture.api.withdraw.create({
    request_id: randomUUID(),
    ...place(),
    address_to,
    amount,
  });
  const order = async () =>
    server.database.db.selectFrom('orders').selectAll().where('id', '=', withdraw_id).executeTakeFirstOrThrow();
  const { intent_id } = await order();
  await decideSoon(fixture, intent_id);
  await until('the broadcast', async () => (await order()).broadcast_at ?? undefined);
  await until('its end', async () => {
    await mine(1);
    return (await statusOf(withdraw_id)) === orderStatus.done;
  });
  return rpcClient(devnet.bitcoin.url)<RawTx>('getrawtransaction', (await order()).txid, true);
}

let taproot: Awaited<ReturnType<SetUp['api']['deposit']['createAddress']>>['list'][number];
beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-taproot-'));
  devnet = await startDevnet({ chains: ['bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
}, 60_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('a taproot address is made by name, attested by every signer, and listed beside the usual ones', async () => {
  const { api } = fixture;
  expect((await api.deposit.info(place())).addr_forms).toEqual(['segwit', 'taproot']);
  const { list } = await api.deposit.createAddress({ ...place(), num: 2, addr_form: 'taproot', label: 'cold' });
  expect(list.map(({ path: at, addr_form, addr_type, is_common }) => [at, addr_form, addr_type, is_common])).toEqual([
    [`m/0/${fixture.subWalletId}/2/0`, 'taproot', 1, false],
    [`m/0/${fixture.subWalletId}/2/1`, 'taproot', 1, false],
  ]);
  taproot = list[0] ?? expect.fail('none');
  expect(taproot.address).toMatch(/^bcrt1p/);
  const guard = createAddressGuard(
    Object.fromEntries(fixture.document.signers.map(({ id, identity }) => [id, identity])),
  );
  expect(() => guard(taproot)).not.toThrow();
  expect(() => guard({ ...taproot, path: `m/0/${fixture.subWalletId}/0/0` })).toThrow();
  const usual = await api.deposit.address(place());
  expect([usual.addr_form, usual.address.slice(0, 6)]).toEqual(['segwit', 'bcrt1q']);
  expect((await api.deposit.addresses(place())).list.map(({ path: at, addr_type }) => `${at} ${addr_type}`)).toEqual([
    `m/0/${fixture.subWalletId}/0/0 1`,
    `m/0/${fixture.subWalletId}/1/0 2`,
    `m/0/${fixture.subWalletId}/2/0 1`,
    `m/0/${fixture.subWalletId}/2/1 1`,
    `m/0/${fixture.subWalletId}/3/0 2`,
  ]);
  expect(await refusalOf(api.deposit.createAddress({ ...place(), addr_form: 'p2sh' }))).toBe('invalidParameters');
});

it('what comes to it is booked, and both signers spend it, alone and beside other outputs, at the very fee that was said', async () => {
  await fund(taproot.address, '0.4');
  await mine(4);
  await until('the deposit', async () => (await available()) === '0.4');
  const alone = await paid(stranger.bitcoin, '0.1');
  expect(alone.vin.map(({ txinwitness }) => txinwitness.map((item) => item.length))).toEqual([[128]]);
  expect(alone.vout.map(({ scriptPubKey }) => scriptPubKey.type)).toEqual(['witness_v0_keyhash', 'witness_v0_keyhash']);

  await fund(taproot.address, '0.2');
  await fund((await fixture.api.deposit.address(place())).address, '0.2');
  await mine(4);
  await until('the deposits', async () => Number(await available()) > 0.69);
  const payee = (await fixture.api.deposit.createAddress({ ...place(), num: 1, addr_form: 'taproot' })).list[0];
  const mixed = await paid(payee?.address ?? '', '0.65');
  const witnesses = mixed.vin.map(({ txinwitness }) => txinwitness.length).toSorted();
  expect(witnesses).toEqual([1, 2, 2]);
  // What comes back has the form of the payee.
  expect(mixed.vout.map(({ scriptPubKey }) => scriptPubKey.type)).toEqual(['witness_v1_taproot', 'witness_v1_taproot']);

  const fromChange = await paid(stranger.bitcoin, '0.66');
  expect(fromChange.vin.every(({ txinwitness }) => txinwitness.length === 1)).toBe(true);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 120_000);
