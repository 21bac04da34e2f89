import { randomUUID } from 'node:crypto';
import { acorn, fundTron, startStandIn } from '@holdfast/devnet/tron';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { findDrift } from '../ledger/service.ts';
import { decideSoon, until } from '../test/flow.ts';

/** A token of Tron that nobody configured, added by its contract: from what it says of itself to a payment of it, with two real signers. */
let standIn: Awaited<ReturnType<typeof startStandIn>>;
let server: TestServer;
let fixture: SetUp;
let address: string;

const payee = 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8';
const name = () => ({ symbol: acorn.symbol, chain_id: standIn.config.id, contract_address: acorn.contract });
const inWallet = () => ({ sub_wallet_id: fixture.subWalletId });
const add = (contract_address: string) => fixture.api.token.add({ base_symbol: 'TRX', contract_address });
const held = async () => (await fixture.api.withdraw.symbolBalance({ ...inWallet(), ...name() })).normal_balance;
const mine = (blocks: number): void => {
  for (let n = 0; n < blocks; n++) standIn.node.mine();
};
const pay = (amount: string) =>
  fixture.api.withdraw.create({ ...inWallet(), ...name(), request_id: randomUUID(), address_to: payee, amount });

beforeAll(async () => {
  standIn = await startStandIn('', 0, Date.now);
  server = await startTestServer({ chains: [standIn.config], realSigners: 'here' });
  fixture = await setUp(server.place);
  await server.keepConfirmed();
  address = (await fixture.api.deposit.address({ ...inWallet(), symbol: 'TRX' })).address;
  fundTron(standIn.node, { symbol: 'TRX', address, amount: '1000' });
  mine(4);
}, 90_000);
afterAll(async () => {
  await server?.close();
  await standIn?.child.stop();
});

it('is read from its contract, counted exactly once added, and not paid with before members approved it', async () => {
  const { list } = await fixture.api.token.search({ ...inWallet(), contract_address: acorn.contract });
  expect(list).toMatchObject([
    { symbol: 'ACRN', name: 'Acorn', decimals: 7, base_symbol: 'TRX', added: false, verified: false },
  ]);
  expect(await refusalOf(add(payee))).toBe('tokenUnreadable');
  expect(await refusalOf(add(standIn.config.assets[1]?.contract ?? ''))).toBe('coinExists');
  expect(await add(acorn.contract)).toMatchObject({ symbol: 'ACRN', name: 'Acorn', decimals: 7 });
  expect(await refusalOf(add(acorn.contract))).toBe('duplicateCoinApplication');
  fundTron(standIn.node, { symbol: 'ACRN', address, amount: '10.0000001' });
  await until('coins', async () => {
    mine(1);
    return (await held()) === '10.0000001';
  });
  expect(await refusalOf(pay('2.5'))).toBe('coinUnverified');
});

it('is paid with, exactly, once members approved it and both signers have taken it over', async () => {
  const made = await fixture.api.token.apply({ ...name(), remark: 'from the issuer’s page' });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  await until('the word of both signers', async () => (await fixture.api.token.info(name())).verified);
  const { withdraw_id: id } = await pay('2.5');
  const { evidence } = await fixture.api.transaction.detail({ id, type: 2 });
  await decideSoon(fixture, evidence.intent_id);
  await until('its end', async () => {
    mine(1);
    return (await fixture.api.transaction.detail({ id, type: 2 })).status === 2000;
  });
  expect(standIn.node.state().tokens.get(`${acorn.contract}|${payee}`)).toBe(25_000_000n);
  expect(await held()).toBe('7.5000001');
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);
