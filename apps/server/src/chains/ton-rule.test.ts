import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import { type RunningTon, startTon } from '@holdfast/devnet/ton';
import { unconditional } from '@holdfast/policy';
import { decideAt, outcomeOf, totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';

/** A rule that names one TON address, from the listing of the entry on: judged by two real signers, by whose clocks the entry cools down. */

let dir: string;
let chain: RunningTon;
let server: TestServer;
let fixture: SetUp;
let aheadMs = 0;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-ton-'));
  chain = await startTon({ dir, port: 0 });
  const clock = () => new Date(Date.now() + aheadMs);
  server = await startTestServer({ chains: [chain.config], realSigners: 'here', clock });
  fixture = await setUp(server.place);
}, 60_000);
afterAll(async () => {
  await server?.close();
  await chain?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const { poll } = expect;
const exchange = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';
const raw = '0:ec138c4744fe2666c25b919b2e6721e9d969736f83e2285bb3ad854ce9f7ea4e';
const memo = 'account 9';
const place = () => ({ sub_wallet_id: fixture.subWalletId, symbol: 'NOT' });
const stand = async (id: number) => (await fixture.api.transaction.detail({ id, type: 2 })).status;
const heldBy = (address: string) => {
  const jetton = chain.config.assets.find(({ symbol }) => symbol === 'NOT') ?? expect.fail('no jetton');
  return accountReader(readerOf(chain.config)).balance(address, jetton);
};

/** The owner decides a change of rules or of the address book, and every signer takes it over. */
async function decided(made: { readonly item_id: number; readonly approval_url: string }): Promise<void> {
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
}

/** A payment that its initiator alone has signed. @returns its order */
async function asked(address_to: string, amount: string): Promise<number> {
  const ask = { request_id: randomUUID(), ...place(), address_to, amount, memo };
  const { withdraw_id: id, approval_url: url } = await fixture.api.withdraw.create(ask);
  await decideAt(url, fixture.owner, 'initiate');
  return id;
}
const ruling = async (address_to: string, amount: string) => {
  const check = await fixture.api.withdraw.limitCheck({ ...place(), address_to, amount, memo });
  return [check.pass, check.approval_needed, check.rule?.name];
};
const waits = async (id: number): Promise<void> => {
  expect(await stand(id)).toBe(1000);
  await fixture.api.withdraw.cancel({ withdraw_id: id as never, remark: '' });
};

it('pays the one address that a rule names by that rule, in any of its forms, from the day on that its entry counts; no other, and no more than it says', async () => {
  const { address } = await fixture.api.deposit.address(place());
  for (const symbol of ['TON', 'NOT']) await chain.fund({ symbol, address, amount: '20' });
  await chain.mine(5);
  await poll(async () => (await fixture.api.withdraw.symbolBalance(place())).normal_balance).toBe('20');

  const listed = { chains: [chain.config.id], address: raw, memo, symbols: ['NOT'], label: 'Exchange' };
  await decided(await fixture.api.addressBook.add({ items: [listed] }));
  const [entry] = (await fixture.api.addressBook.list({ keyword: 'Exchange' })).list;
  expect(entry).toMatchObject({ address: exchange, memo });
  const destinations = { mode: 'listed' as const, entries: [entry?.id ?? ''] };
  const amount = { unit: 'coin' as const, over: '', upTo: '2000000000', hours: '0', scope: 'wallet' as const };
  const jetton = { chain: chain.config.id, contract: chain.config.assets[1]?.contract ?? '' };
  const assets = { mode: 'only' as const, list: [jetton] };
  const kind = { type: 'transfer', enabled: 'on', action: 'pass', signProtection: 'off' } as const;
  const when = { ...unconditional, destinations, amount, assets };
  const rule = { id: 'r-exchange', name: 'To the exchange', ...kind, when, nodes: [] };
  const { version } = await fixture.api.strategy.policy({});
  await decided(await fixture.api.strategy.save({ senior: [rule], version }));

  // The entry still cools down: the initiator's signature alone pays nothing.
  const early = await ruling(exchange, '1.5');
  expect(early.slice(0, 2)).toEqual([true, true]);
  expect(early[2]).not.toBe('To the exchange');
  await waits(await asked(exchange, '1.5'));

  const seconds = 25 * 3_600;
  aheadMs += seconds * 1_000;
  await chain.call('skip', { seconds });
  await chain.mine(1);
  const { email, password, secret } = fixture.account;
  const login = { account: email, password, totp: totpAt(secret, server.clock()) };
  const { open_token: token } = await fixture.api.session.login(login);
  fixture = { ...fixture, token, api: server.api({ token }) };

  for (const [form, paid] of [
    [exchange, '1.5'],
    [raw, '2'],
  ] as const) {
    expect(await ruling(form, paid)).toEqual([true, false, 'To the exchange']);
    const id = await asked(form, paid);
    await poll(
      async () => {
        await chain.mine(1);
        await server.database.pool.query('update orders set next_at = now() where id = $1', [id]);
        return stand(id);
      },
      { timeout: 30_000, interval: 300 },
    ).toBe(2000);
  }
  expect(await heldBy(exchange)).toBe(3_500_000_000n);

  // More than it says, and who is not listed, go by the default rule.
  for (const [to, sum] of [
    [exchange, '2.000000001'],
    ['0QDWU2PYKhtGFzIiTQR9n_LMUvjqEp4XO7j-U1GOVOMGO44n', '1.5'],
  ] as const)
    await waits(await asked(to, sum));
  expect(await heldBy(exchange)).toBe(3_500_000_000n);
}, 90_000);
