import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorEntry } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { bytecode, devToken } from '@holdfast/devnet/contracts';
import { codeHash, parseIntent, type SeniorRule, unconditional } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, until } from '../../test/flow.ts';

/** Contracts that members deploy, over HTTP: real signers, a real contract, and a local chain that runs it. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;

const chain = 'evm:31337';
const code = bytecode('DevVault').slice(2);
const inputs = '(address token)';
/** PUSH1 0 PUSH1 0 REVERT */
const reverting = '60006000fd';
const args = devToken.contract.slice(2).toLowerCase().padStart(64, '0');
const rule: SeniorRule = {
  ...{ id: 'd1', name: 'Vaults', enabled: 'on', type: 'web3', action: 'pass', signProtection: 'on', nodes: [] },
  when: {
    ...unconditional,
    deploys: [
      { chain, code: codeHash(code), inputs },
      { chain, code: codeHash(reverting), inputs: '()' },
    ],
  },
};
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id: chain, blocks });
const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const balance = () => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-deploys-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place, { book: { mode: 'off', coolingHours: '0' }, senior: [rule] });
  await server.keepConfirmed();
  await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH', amount: '10' });
  await mine(4);
  await until('coins', async () => (await balance()).normal_balance === '10');
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const of = (init_code: string) => ({ sub_wallet_id: fixture.subWalletId, main_chain_symbol: chain, init_code });
const asking = (init_code = `0x${code}${args}`) => ({
  ...of(init_code),
  ...{ request_id: randomUUID(), trans_type: '3' as const },
});
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 0,
    (error: { code: number }) => error.code,
  );

async function finished<Id extends number>(id: Id): Promise<Id> {
  const { evidence } = await detail(id);
  await decideSoon(fixture, evidence.intent_id);
  await until('its end', async () => {
    await mine(2);
    return (await detail(id)).status >= 2000;
  });
  return id;
}

it('a contract is put on the chain by both signers, where the order says, with what its constructor was given', async () => {
  const looked = await fixture.api.web3.simulateDeploy(of(`0x${code}${args}`));
  expect(looked).toMatchObject({
    ...{ success: true, problem: '', bytecode_hash: `0x${codeHash(code)}`, inputs, fee_symbol: 'ETH' },
  });
  const ask = asking();
  const { withdraw_id: id } = await fixture.api.web3.create(ask);
  expect((await fixture.api.web3.create(ask)).withdraw_id).toBe(id);
  expect((await detail(id)).evidence.created_contract).toBe('');
  await finished(id);
  const { status, stake, evidence, direction, real_fee: fee } = await detail(id);
  expect([status, stake?.kind, direction]).toEqual([2000, 'deploy', 'none']);
  const receipt = await rpc<{ contractAddress: string }>('eth_getTransactionReceipt', evidence.txid);
  expect(evidence.created_contract.toLowerCase()).toBe(receipt.contractAddress.toLowerCase());
  const lies = await rpc<string>('eth_getCode', evidence.created_contract, 'latest');
  expect(lies.length).toBeGreaterThan(100);
  const asset = await rpc<string>('eth_call', { to: evidence.created_contract, data: '0xfc0c546a' }, 'latest');
  expect(asset.slice(-40)).toBe(args.slice(-40));
  // Nothing but its fee has left.
  expect(Number(fee)).toBeGreaterThan(0);
  expect(Number((await balance()).normal_balance)).toBeLessThan(10);
  expect(await findDrift(server.database.db)).toEqual([]);
  const { intent } = await server.database.db
    .selectFrom('orders')
    .select('intent')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(parseIntent(intent)).toMatchObject({ kind: 'deploy', call: `create ${code} ${args} ${inputs}` });
}, 60_000);

it('is asked of nobody where no rule names the bytecode, whatever its arguments are', async () => {
  const refused = errorEntry('policyDenied').code;
  const other = `0x${code.slice(0, -2)}ff${args}`;
  expect(await codeOf(fixture.api.web3.create(asking(other)))).toBe(refused);
  expect(await fixture.api.web3.simulateDeploy(of(other))).toMatchObject({
    ...{ problem: 'deployNotAllowed', bytecode_hash: '' },
  });
  // Bytecode that is named, with arguments that are not its constructor's.
  expect(await codeOf(fixture.api.web3.create(asking(`0x${code}${args}${args}`)))).toBe(refused);
  expect(await codeOf(fixture.api.web3.create(asking(`0x${code}`)))).toBe(refused);
});

it('one that would fail, and one that is not whole, are asked of nobody', async () => {
  expect(await codeOf(fixture.api.web3.create(asking(`0x${reverting}`)))).toBe(errorEntry('callFails').code);
  expect(await fixture.api.web3.simulateDeploy(of(`0x${reverting}`))).toMatchObject({ success: false, fees: [] });
  const { init_code: _, ...without } = asking();
  expect(await codeOf(fixture.api.web3.create(without))).toBe(errorEntry('invalidParameters').code);
});
