import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { decideAt } from '@holdfast/testkit';
import { afterAll, beforeAll, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { stranger, until } from '../test/flow.ts';

/** Whoever opens a signer's page reads there who has decided, on whichever signer's page that was, and though that signer was away meanwhile. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-hand-over-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  const place = { sub_wallet_id: fixture.subWalletId, symbol: 'ETH' };
  await fixture.api.sandbox.fund({ ...place, amount: '10' });
  const mine = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x5'] };
  const headers = { 'content-type': 'application/json' };
  await fetch(devnet.evm.url, { method: 'POST', headers, body: JSON.stringify(mine) });
  await until('coins', async () => (await fixture.api.withdraw.symbolBalance(place)).normal_balance === '10');
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const signer = (at: number) => {
  const found = server.real?.signers[at];
  if (!found) throw new Error(`no signer ${at}`);
  return found;
};
/** A payment of which whoever asks has signed the request on the first signer's page, and nobody has approved it. */
async function asked(): Promise<string> {
  const request = { request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, symbol: 'ETH' };
  const { approval_url: url } = await fixture.api.withdraw.create({
    ...request,
    address_to: stranger.evm,
    amount: '1',
  });
  const at = url.indexOf('/#/');
  await decideAt(`${signer(0).origin}${url.slice(at)}`, fixture.owner, 'initiate');
  return /[0-9a-f-]{36}/.exec(url.slice(at))?.[0] ?? '';
}
async function decisionsAtSecond(intentId: string): Promise<string[]> {
  const answer = await fetch(`${signer(1).origin}/api/intents/${intentId}`);
  if (!answer.ok) return [];
  const { approvals } = (await answer.json()) as { approvals: { decision: string }[] };
  return approvals.map(({ decision }) => decision);
}
const isHandedOver = (intentId: string) =>
  until('the decision at the other signer', async () => (await decisionsAtSecond(intentId)).includes('initiate'));

it('what is decided on one signer’s page is told on the other’s', async () => {
  await isHandedOver(await asked());
});

it('a signer that was away is handed what it has missed, of requests that it has not seen too', async () => {
  await signer(1).kill();
  const missed = await asked();
  await until('the server to know', async () => {
    const { list } = await fixture.api.todo.list({});
    return list.every(({ my_action }) => my_action === 1);
  });
  await signer(1).start();
  await isHandedOver(missed);
});
