import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Role } from '@holdfast/contract';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { parsePolicy, unconditional } from '@holdfast/policy';
import { decideAt, newTestMember, outcomeOf, totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { freezeAsset, unfreezeAsset } from '../ledger/service.ts';
import { idOf } from '../ledger/test/assets.ts';
import { stranger, until } from '../test/flow.ts';

let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

const place = () => ({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
const balance = () => fixture.api.withdraw.symbolBalance(place());

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-again-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await fixture.api.sandbox.fund({ ...place(), amount: '10' });
  const mine = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x5'] };
  const headers = { 'content-type': 'application/json' };
  await fetch(devnet.evm.url, { method: 'POST', headers, body: JSON.stringify(mine) });
  await until('coins', async () => (await balance()).normal_balance === '10');
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const password = 'a password for tests';
/** Up to where the members decide; the number of what they decide about. */
async function begin(name: string, role: Role): Promise<number> {
  const { link } = await fixture.api.team.invite({ name, email: `${name}@example.org`, role });
  const token = link.split('/').at(-1) ?? '';
  const api = server.api();
  const made = await api.team.join({ token, password });
  const { credential: id, key } = newTestMember('?', 'viewer');
  const credential = { id, type: 'device', publicKey: key.publicKey };
  return (await api.team.joinConfirm({ token, password, totp: totpAt(made.totp_secret, new Date()), credential }))
    .item_id;
}
const item = (item_id: number) => fixture.api.strategy.auditInfo({ item_id });
const decide = async (id: number): Promise<number> => {
  await decideAt((await item(id)).approval_url, fixture.owner);
  return outcomeOf(fixture.api, { item_id: id });
};
const joins = async (name: string): Promise<number> => decide(await begin(name, 'viewer'));
const version = async (): Promise<string> => (await fixture.api.strategy.policy({})).version;
const isAskedAgain = (id: number, under: string) =>
  until('it to be asked for again', async () => (await item(id)).policy_version === under);

describe('when the rules change, what waits is asked for again under them', () => {
  it('three people join side by side, and each is taken in by one decision', async () => {
    const [ann, bob, cem] = [
      await begin('ann', 'approver'),
      await begin('bob', 'operator'),
      await begin('cem', 'viewer'),
    ];
    const earlier = await item(cem);
    expect(await decide(ann)).toBe(1);
    for (const id of [bob, cem]) await isAskedAgain(id, await version());
    expect((await item(cem)).approval_url).not.toBe(earlier.approval_url);
    expect(await decide(bob)).toBe(1);
    await isAskedAgain(cem, await version());
    expect(await decide(cem)).toBe(1);
    const { members } = parsePolicy((await fixture.api.strategy.policy({})).document);
    expect(members.map(({ name, role }) => `${name} ${role}`).slice(1)).toEqual([
      'ann approver',
      'bob operator',
      'cem viewer',
    ]);
  });

  it('a payment keeps its number and what it holds; earlier decisions on it are worth nothing', async () => {
    const request = { request_id: randomUUID(), ...place(), address_to: stranger.evm, amount: '3' };
    const { withdraw_id: id, approval_url: earlier } = await fixture.api.withdraw.create(request);
    await decideAt(earlier, fixture.owner, 'initiate');
    const detail = () => fixture.api.transaction.detail({ id, type: 2 });
    await until('the signature', async () => (await detail()).timeline.some(({ sub_status: s }) => s === 'initiate'));
    expect(await joins('dee')).toBe(1);
    await until('it to be asked for again', async () => (await detail()).sub_status === 'asked_again');
    const [again, { lock_balance }] = [await detail(), await balance()];
    expect([again.status, Number(lock_balance) >= 3]).toEqual([1000, true]);
    // A signer keeps the earlier request and takes a signature over it; it moves nothing any more.
    await decideAt(earlier, fixture.owner);
    await decideAt(again.approval_url, fixture.owner, 'initiate');
    const signed = async () => (await detail()).timeline.filter(({ sub_status: step }) => step === 'initiate').length;
    await until('the new signature', async () => (await signed()) === 2);
    expect(await detail()).toMatchObject({ status: 1000, approvals: [{ approved: [] }] });
    await decideAt(again.approval_url, fixture.owner);
    await until('it to be sent', async () => [1200, 2000].includes((await detail()).status));
    expect((await fixture.api.withdraw.create(request)).withdraw_id).toBe(id);
  });

  it('a payment that was approved and not yet signed is asked for again too, and paid when it is approved anew', async () => {
    const { db } = server.database;
    const request = { request_id: randomUUID(), ...place(), address_to: stranger.evm, amount: '1' };
    const { withdraw_id: id, approval_url: earlier } = await fixture.api.withdraw.create(request);
    await freezeAsset(db, fixture.workspaceId, await idOf(db, 'ETH'), 'test', {});
    const detail = () => fixture.api.transaction.detail({ id, type: 2 });
    await decideAt(earlier, fixture.owner);
    await until('the approval', async () => (await detail()).status === 1100);
    expect(await joins('eli')).toBe(1);
    await until('it to be asked for again', async () => (await detail()).sub_status === 'asked_again');
    const again = await detail();
    expect(again).toMatchObject({ status: 1000, approvals: [{ approved: [] }] });
    await unfreezeAsset(db, fixture.workspaceId, await idOf(db, 'ETH'));
    await decideAt(again.approval_url, fixture.owner);
    await until('it to be sent', async () => [1200, 2000].includes((await detail()).status));
  });

  it('a payment that they refuse ends, and what it held is free', async () => {
    const before = (await balance()).normal_balance;
    const request = { request_id: randomUUID(), ...place(), address_to: stranger.evm, amount: '2' };
    const { withdraw_id: id } = await fixture.api.withdraw.create(request);
    const never = {
      id: 'never',
      name: 'Never',
      enabled: 'on',
      type: 'transfer',
      when: {
        ...unconditional,
        assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
        amount: { unit: 'coin', over: '1000000000000000000', upTo: '', hours: '24', scope: 'wallet' },
      },
      action: 'refuse',
      signProtection: 'off',
      nodes: [],
    };
    const made = await fixture.api.strategy.save({ senior: [never], version: await version() });
    await decideAt(made.approval_url, fixture.owner);
    expect(await outcomeOf(fixture.api, made)).toBe(1);
    const detail = () => fixture.api.transaction.detail({ id, type: 2 });
    await until('it to end', async () => (await detail()).status === 2201);
    expect((await detail()).sub_status).toBe('rules_changed');
    const { reason } = await fixture.api.withdraw.limitCheck({ ...place(), address_to: stranger.evm, amount: '2' });
    expect(reason).toBe(
      'The rules do not allow this: refused by “Never” (≤ 1 ETH / 24 h). Nothing of 1 ETH is left in this window for now',
    );
    expect((await balance()).normal_balance).toBe(before);
  });

  it('a change of the same rule by somebody else overtakes it', async () => {
    const off = await fixture.api.strategy.save({ senior: [], version: await version() });
    const on = await fixture.api.strategy.save({ senior: [], version: await version() });
    expect(await decide(off.item_id)).toBe(1);
    await until('it to end', async () => (await item(on.item_id)).status === 6);
  });
});

it('two changes of the address book wait side by side: the second is asked for again on top of the first', async () => {
  const at = (address: string, label: string) => ({ chains: ['evm:31337'], address, memo: '', symbols: [], label });
  const [bank, shop] = [
    await fixture.api.addressBook.add({ items: [at('0x8ba1f109551bD432803012645Ac136ddd64DBA72', 'Bank')] }),
    await fixture.api.addressBook.add({ items: [at('0x00000000219ab540356cBB839Cbe05303d7705Fa', 'Shop')] }),
  ];
  await decideAt(bank.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, bank)).toBe(1);
  const detail = () => fixture.api.addressBook.auditDetail({ audit_id: shop.item_id });
  await until('it to be asked for again', async () => (await detail()).digest !== shop.digest);
  await decideAt((await detail()).approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, shop)).toBe(1);
  expect((await fixture.api.addressBook.list({})).list.map(({ label }) => label)).toEqual(['Bank', 'Shop']);
});
