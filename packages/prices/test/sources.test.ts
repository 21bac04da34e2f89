import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Devnet, rpcClient, startDevnet } from '@holdfast/devnet';
import { type DevFeed, deployFeed } from '@holdfast/devnet/feed';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askByFetch, createPrices, type Prices, readSources } from '../src/index.ts';

const [eth, btc, usdc] = ['evm:1|', 'bitcoin:mainnet|', 'evm:1|0xa0b8'];
const minute = 60_000;
/** Whole seconds, as sources count. */
const began = Math.floor(Date.now() / 1_000) * 1_000;
let now = began;
let dir: string;
/** What the HTTP service answers, and what it was asked. */
let answer: { status?: number; body: string; hang?: boolean };
const asked: { url: URL; headers: IncomingHttpHeaders }[] = [];
const server = createServer((request, response) => {
  asked.push({ url: new URL(request.url ?? '', 'http://here'), headers: request.headers });
  if (answer.hang) return;
  response.writeHead(answer.status ?? 200, answer.status === 302 ? { location: '/elsewhere' } : {});
  response.end(answer.body);
});
let origin: string;
let devnet: Devnet<'evm'>;
let feed: DevFeed;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-prices-'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  devnet = await startDevnet({ chains: ['evm'], dir: join(dir, 'chain'), tickMs: 0 });
  feed = await deployFeed(rpcClient(devnet.evm.url), 8, 'ETH / USD');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => {
  now = began;
  asked.length = 0;
});

/** Asks every source once, and waits until each has said what it says. */
async function opened(...sources: object[]): Promise<Prices> {
  const prices = createPrices(readSources(sources, 'prices'), { ask: askByFetch, now: () => now });
  const stop = prices.start();
  await expect.poll(() => prices.states().some(({ problem }) => problem === 'waiting')).toBe(false);
  stop();
  return prices;
}
const http = (over: object = {}) => ({
  ...{ kind: 'http', name: 'gecko', url: `${origin}/api/v3/simple/price`, maxAgeMinutes: 10 },
  ...{ ids: { [eth]: 'ethereum', [btc]: 'bitcoin' }, ...over },
});
const oracle = (over: object = {}) => ({
  ...{ kind: 'oracle', name: 'feeds', url: devnet.evm.url, chainId: 31_337, maxAgeMinutes: 90 },
  ...{ feeds: [{ chain: 'evm:1', address: feed.address, description: 'ETH / USD' }], ...over },
});
const seconds = (ago = 0): number => began / 1_000 - ago;
const said = (usd: string, ago = 0): string => `{"usd":${usd},"last_updated_at":${seconds(ago)}}`;
const problem = (prices: Prices) => prices.states()[0]?.problem;

describe('an HTTP service of the shape of CoinGecko’s', () => {
  it('is asked for all coins at once, with its key, and believed to the last digit', async () => {
    writeFileSync(join(dir, 'key'), 'a secret\n');
    answer = { body: `{"ethereum":${said('2000.123456789012345678', 60)},"bitcoin":${said('6.1e4')}}` };
    const prices = await opened(http({ key: { header: 'x-cg-pro-api-key', file: join(dir, 'key') } }));
    expect(prices.strict(eth)).toEqual({ usd: '2000.123456789012345678', at: began - minute, source: 'gecko' });
    expect(prices.strict(btc)?.usd).toBe('61000');
    expect(prices.strict(usdc)).toBeUndefined();
    expect(
      asked.map(({ url }) => `${url.pathname}?${[...url.searchParams].map((pair) => pair.join('=')).join('&')}`),
    ).toEqual([
      '/api/v3/simple/price?ids=ethereum,bitcoin&vs_currencies=usd&include_last_updated_at=true&precision=full',
    ]);
    expect(asked[0]?.headers['x-cg-pro-api-key']).toBe('a secret');
    expect(prices.states()).toEqual([{ name: 'gecko', kind: 'http', assets: 2, newestAt: began, problem: 'none' }]);
  });

  it('has no price once the one it said is too old by its own time, whether it was asked since or not', async () => {
    answer = { body: `{"ethereum":${said('2000')},"bitcoin":${said('60000', 601)}}` };
    const prices = await opened(http());
    expect(prices.strict(btc)).toBeUndefined();
    now += 10 * minute;
    expect(prices.strict(eth)?.usd).toBe('2000');
    now += 1;
    expect(prices.strict(eth)).toBeUndefined();
    expect(problem(prices)).toBe('stale');
  });

  it.each([
    ['nothing of the coin', '{}'],
    ['a price without its time', '{"ethereum":{"usd":2000}}'],
    ['a price of tomorrow', `{"ethereum":${said('2000', -86_400)}}`],
    ['nothing', `{"ethereum":${said('0')}}`],
    ['less than nothing', `{"ethereum":${said('-5')}}`],
    ['text', `{"ethereum":${said('"2000"')}}`.replace(`${seconds()}`, `"${seconds()}x"`)],
    ['null', `{"ethereum":${said('null')}}`],
    ['more than there is', `{"ethereum":${said('1e18')}}`],
    ['another currency', '{"ethereum":{"eur":2000,"last_updated_at":1}}'],
  ])('that says %s has no price of it', async (_what, body) => {
    answer = { body };
    const prices = await opened(http());
    expect(prices.strict(eth)).toBeUndefined();
    expect(prices.first(eth)).toBeUndefined();
  });

  it.each([
    ['no JSON', { body: '<html>' }, 'badAnswer'],
    ['a list', { body: '[]' }, 'badAnswer'],
    ['an answer without end', { body: ' '.repeat(1_048_577) }, 'badAnswer'],
    ['that there were too many calls', { status: 429, body: '' }, 'away'],
    ['to look elsewhere', { status: 302, body: '' }, 'away'],
  ])('that says %s is told of, and has no price', async (_what, wrong, told) => {
    answer = wrong;
    const prices = await opened(http());
    expect(prices.strict(eth)).toBeUndefined();
    expect(problem(prices)).toBe(told);
    expect(asked.map(({ url }) => url.pathname)).not.toContain('/elsewhere');
  });
});

describe('contracts of the shape of Chainlink’s', () => {
  it('are read from their chain, with the time of their round', async () => {
    await feed.say({ answer: 200_050_000_000n, updatedAt: seconds(30), round: 7 });
    const prices = await opened(oracle());
    expect(prices.strict(eth)).toEqual({ usd: '2000.5', at: began - 30_000, source: 'feeds' });
    now += 89 * minute;
    expect(prices.strict(eth)?.usd).toBe('2000.5');
    now += 2 * minute;
    expect(prices.strict(eth)).toBeUndefined();
  });

  it.each([
    ['an answer of nothing', { answer: 0n, updatedAt: seconds() }],
    ['an answer of less', { answer: -1n, updatedAt: seconds() }],
    ['a round that nobody answered', { answer: 1n, updatedAt: 0 }],
    ['the answer of an earlier round', { answer: 1n, updatedAt: seconds(), round: 9, answeredIn: 8 }],
    ['an answer of tomorrow', { answer: 1n, updatedAt: seconds(-86_400) }],
    ['an answer of the day before', { answer: 1n, updatedAt: seconds(86_400) }],
  ])('with %s have no price', async (_what, round) => {
    await feed.say(round);
    const prices = await opened(oracle());
    expect(prices.strict(eth)).toBeUndefined();
    expect(problem(prices)).toMatch(/incomplete|stale/);
  });

  it('have none where they are of another coin or currency, are no feed at all, or lie on another network', async () => {
    await feed.say({ answer: 200_000_000_000n, updatedAt: seconds() });
    expect((await opened(oracle())).strict(eth)?.usd).toBe('2000');
    const at = (address: string, description: string) => oracle({ feeds: [{ chain: 'evm:1', address, description }] });
    for (const wrong of [
      at(feed.address, 'ETH / EUR'),
      at(feed.address, 'BTC / USD'),
      at(`0x${'12'.repeat(20)}`, 'ETH / USD'),
    ])
      expect((await opened(wrong)).strict(eth)).toBeUndefined();
    const elsewhere = await opened(oracle({ chainId: 1 }));
    expect([elsewhere.strict(eth), problem(elsewhere)]).toEqual([undefined, 'wrongNetwork']);
    const nobody = await opened(oracle({ url: 'http://127.0.0.1:1/' }));
    expect([nobody.strict(eth), problem(nobody)]).toEqual([undefined, 'away']);
  });
});

describe('several sources', () => {
  const file = (content: string, name = 'desk') => {
    writeFileSync(join(dir, name), content);
    utimesSync(join(dir, name), began / 1_000, began / 1_000);
    return { kind: 'file', name, file: join(dir, name), maxAgeMinutes: 60 };
  };

  it('have the highest of what all of them say, and none as soon as one that names the coin has none: a silenced one lowers nothing', async () => {
    answer = { body: `{"ethereum":${said('2100')}}` };
    await feed.say({ answer: 200_000_000_000n, updatedAt: seconds() });
    const [desk, other] = [file(JSON.stringify({ [eth]: '1900' })), file(JSON.stringify({ [usdc]: '1' }), 'other')];
    const all = await opened(desk, http({ ids: { [eth]: 'ethereum' } }), oracle(), other);
    expect(all.strict(eth)).toMatchObject({ usd: '2100', source: 'gecko' });
    expect(all.strict(usdc)).toMatchObject({ usd: '1', source: 'other' });
    expect(all.first(eth)).toMatchObject({ usd: '1900', source: 'desk' });
    answer = { status: 500, body: '' };
    const silenced = await opened(desk, http({ ids: { [eth]: 'ethereum' } }), oracle());
    expect(silenced.strict(eth)).toBeUndefined();
    expect(silenced.first(eth)).toMatchObject({ usd: '1900', source: 'desk' });
  });

  it.each([
    ['cannot be read', 'no JSON'],
    ['has a price that is none', JSON.stringify({ [eth]: 'about 2000' })],
    ['has a number', JSON.stringify({ [eth]: 2000 })],
  ])('have none where a file %s', async (_what, content) => {
    await feed.say({ answer: 200_000_000_000n, updatedAt: seconds() });
    const prices = await opened(file(content), oracle());
    expect(prices.strict(eth)).toBeUndefined();
    expect(prices.first(eth)?.source).toBe('feeds');
  });

  it('go on by what was said before where a call fails, until that is too old', async () => {
    answer = { body: `{"ethereum":${said('2000')}}` };
    const sources = readSources(http({ everySeconds: 1 }), 'prices');
    const prices = createPrices(sources, { ask: askByFetch, now: () => now });
    const stop = prices.start();
    await expect.poll(() => prices.strict(eth)?.usd).toBe('2000');
    answer = { status: 503, body: '' };
    await expect.poll(() => problem(prices)).toBe('away');
    expect(prices.strict(eth)?.usd).toBe('2000');
    now += 10 * minute + 1;
    expect(prices.strict(eth)).toBeUndefined();
    answer = { body: `{"ethereum":${`{"usd":2500,"last_updated_at":${now / 1_000}}`.replace(/\.\d+/, '')}}` };
    await expect.poll(() => prices.strict(eth)?.usd).toBe('2500');
    stop();
  });
});
