import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { type DevFeed, deployFeed } from '@holdfast/devnet/feed';
import { unconditional } from '@holdfast/policy';
import { readSources } from '@holdfast/prices';
import { decideAt, outcomeOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { stranger, until } from '../test/flow.ts';

/** The first signer reads a service, the second one contracts on a chain and a file, the server the service too: each by its own settings. */
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
let feed: DevFeed;
let dir: string;
let service: { readonly usd: string; readonly ageSeconds: number } | undefined;
const gecko = createServer((_request, response) => {
  if (!service) return void response.writeHead(503).end();
  const at = Math.floor(Date.now() / 1_000) - service.ageSeconds;
  response.end(JSON.stringify({ ethereum: { usd: Number(service.usd), last_updated_at: at } }));
});
const now = (): number => Math.floor(Date.now() / 1_000);
const answered = (dollars: number) => feed.say({ answer: BigInt(dollars) * 100_000_000n, updatedAt: now() });

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-sources-'));
  await new Promise<void>((done) => gecko.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(gecko.address() as AddressInfo).port}/simple/price`;
  devnet = await startDevnet({ chains: ['evm'], dir: path.join(dir, 'chain'), tickMs: 200 });
  feed = await deployFeed(rpcClient(devnet.evm.url), 8, 'ETH / USD');
  const file = path.join(dir, 'desk.json');
  writeFileSync(file, JSON.stringify({ 'evm:31337|': '1900' }));
  const http = {
    kind: 'http',
    name: 'Gecko',
    url,
    ids: { 'evm:31337|': 'ethereum' },
    maxAgeMinutes: 5,
    everySeconds: 1,
  };
  const feeds = [{ chain: 'evm:31337', address: feed.address, description: 'ETH / USD' }];
  const oracle = {
    kind: 'oracle',
    name: 'Feeds',
    url: devnet.evm.url,
    chainId: 31_337,
    feeds,
    maxAgeMinutes: 5,
    everySeconds: 1,
  };
  const desk = { kind: 'file', name: 'Desk', file, maxAgeMinutes: 60 };
  service = { usd: '2000', ageSeconds: 0 };
  await answered(2_000);
  server = await startTestServer({
    realSigners: 'here',
    chains: devnetChains(devnet),
    signerPrices: { '1': readSources(http, 'prices'), '2': readSources([oracle, desk], 'prices') },
    config: {
      sandbox: { faucetUrl: devnet.faucet.url },
      priceSources: { list: readSources(http, 'list'), allow: ['127.0.0.1'] },
    },
  });
  fixture = await setUp(server.place);
  await fixture.api.sandbox.fund({ ...place(), amount: '10' });
  await until('coins', async () => (await fixture.api.withdraw.symbolBalance(place())).normal_balance === '10');
  // Up to 1,000 USD the word of who asks is enough; else the owner has to agree.
  const amount = { unit: 'usd', over: '', upTo: '100000', hours: '0', scope: 'workspace' };
  const small = { id: 'small', name: 'small', enabled: 'on', type: 'transfer', when: { ...unconditional, amount } };
  const senior = [{ ...small, action: 'pass', signProtection: 'off', nodes: [] }];
  const made = await fixture.api.strategy.save({ senior, version: (await fixture.api.strategy.policy({})).version });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  gecko.closeAllConnections();
  gecko.close();
  rmSync(dir, { recursive: true, force: true });
});

const place = () => ({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
const prices = () => fixture.api.token.price({ symbol: 'ETH' });
const dollars = async () => {
  const { usd, signers } = await prices();
  return [usd, ...signers.map((signer) => signer.usd)];
};
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });

/** What its owner asked for is known, and it is not made by itself. */
const held: number[] = [];
async function waits(id: number): Promise<void> {
  const decisions = async () => (await detail(id)).decisions.map(({ decision }) => decision);
  await expect.poll(decisions).toEqual(['initiate']);
  held.push(id);
}
/** Asked for by the owner, whose own word is all that a small payment takes. */
async function ask(amount: string): Promise<number> {
  const request = { request_id: randomUUID(), ...place(), address_to: stranger.evm, amount };
  const { withdraw_id: id, approval_url } = await fixture.api.withdraw.create(request);
  await decideAt(approval_url, fixture.owner, 'initiate');
  return id;
}

test('each signer reads its own sources and the console tells of each, with name and time', async () => {
  await expect.poll(dollars).toEqual(['2000', '2000', '2000']);
  const { source, time, signers } = await prices();
  expect([source, ...signers.map((signer) => signer.source)]).toEqual(['Gecko', 'Gecko', 'Feeds']);
  for (const at of [time, ...signers.map((signer) => signer.time)])
    expect(Math.abs(Date.now() - (at?.getTime() ?? 0))).toBeLessThan(300_000);
  const [eth] = (await fixture.api.wallet.coinsAsset({ sub_wallet_id: fixture.subWalletId })).list;
  expect(eth).toMatchObject({ symbol: 'ETH', price_usd: '2000', price_source: 'Gecko', asset_usd: '20000' });
  const told = await fixture.api.health.status({});
  const named = (list: typeof told.prices | null) => list?.map(({ name, kind, problem }) => [name, kind, problem]);
  expect(named(told.prices)).toEqual([['Gecko', 'http', 'none']]);
  expect(told.signers.map((signer) => named(signer.prices))).toEqual([
    [['Gecko', 'http', 'none']],
    [
      ['Feeds', 'oracle', 'none'],
      ['Desk', 'file', 'none'],
    ],
  ]);
  // An address of a source may hold a key: nobody is told it.
  expect(JSON.stringify(told)).not.toMatch(/simple\/price|desk\.json/);
});

test('a rule about values lets a payment pass by the highest of all, and by none where one source is stale or silent', async () => {
  const passes = await ask('0.4');
  await until('it to be sent', async () => (await detail(passes)).status >= 1200);
  // The second signer's feed says more: 0.4 is above what passes, so the owner has to agree.
  await answered(3_000);
  await expect.poll(dollars).toEqual(['2000', '2000', '3000']);
  await waits(await ask('0.4'));
  await answered(2_000);
  // Stale at the first signer: no price, so nothing small passes by itself, however small.
  service = { usd: '1', ageSeconds: 301 };
  await expect.poll(dollars).toEqual(['2000', null, '2000']);
  await expect.poll(async () => (await prices()).source).toBe('');
  await waits(await ask('0.001'));
  // Silent at the second one, whose file goes on saying 1,900.
  service = { usd: '2000', ageSeconds: 0 };
  await expect.poll(dollars).toEqual(['2000', '2000', '2000']);
  await feed.say({ answer: 0n, updatedAt: now() });
  await expect.poll(dollars).toEqual(['2000', '2000', null]);
  await waits(await ask('0.001'));
  await new Promise((done) => setTimeout(done, 3_000));
  for (const id of held) expect((await detail(id)).status).toBeLessThan(1200);
  expect(held).toHaveLength(3);
  // The next one is judged by prices of now, as soon as all are there again.
  await answered(2_000);
  await expect.poll(dollars).toEqual(['2000', '2000', '2000']);
  // An answer that lacks a price counts for a second: one that was given to a payment that waits may be that old.
  await new Promise((done) => setTimeout(done, 1_500));
  const next = await ask('0.001');
  await until('it to be sent', async () => (await detail(next)).status >= 1200);
});
