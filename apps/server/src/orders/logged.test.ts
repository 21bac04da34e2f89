import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { decideSoon, stranger, until } from '../test/flow.ts';

type Line = Readonly<Record<string, unknown>>;

let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
const said: string[] = [];

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}
const spans: Span[] = [];
const collected: string[] = [];
/** Takes what an exporter sends, as a collector does. */
const collector = createServer(async (request, response) => {
  const body = await text(request);
  collected.push(body);
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
  response.setHeader('content-type', 'application/json').end('{}');
});
async function collect(): Promise<string> {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-logged-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url }, traces: { url: await collect() } };
  const chains = devnetChains(devnet);
  server = await startTestServer({ realSigners: 'here', chains, config, log: (line) => said.push(line) });
  fixture = await setUp(server.place);
  await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH', amount: '1' });
  const balance = { sub_wallet_id: fixture.subWalletId, symbol: 'ETH' };
  await until('coins', async () => {
    await fixture.api.sandbox.mine({ chain_id: 'evm:31337', blocks: 3 });
    return (await fixture.api.withdraw.symbolBalance(balance)).normal_balance === '1';
  });
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  collector.close();
  rmSync(dir, { recursive: true, force: true });
});

const parsed = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line) as Line);
const ofSigner = (n: number): string[] => server.real?.signers[n]?.lines() ?? [];
const intentOf = async (id: number): Promise<string> => {
  const { rows } = await server.database.pool.query('select intent_id from orders where id = $1', [id]);
  return rows[0].intent_id;
};
const ask = (request_id: string) => {
  const to = { symbol: 'ETH', address_to: stranger.evm, amount: '0.1' };
  return fixture.api.withdraw.create({ request_id, sub_wallet_id: fixture.subWalletId, ...to });
};

it('one payment is followed by its intent through the lines of the server and of both signers', async () => {
  const { withdraw_id: id } = await ask('followed');
  const intent = await intentOf(id);
  await decideSoon(fixture, intent);
  await until('the end', async () => {
    await fixture.api.sandbox.mine({ chain_id: 'evm:31337', blocks: 3 });
    return (await fixture.api.transaction.detail({ id, type: 2 })).status === 2000;
  });
  const own = () => parsed(said).filter((line) => line.intent === intent);
  await expect.poll(() => own().at(-1)).toMatchObject({ message: 'order moved', order: id, status: 2000 });
  const statuses = own().map(({ status }) => Number(status));
  expect([...new Set(statuses)]).toEqual([1000, 1100, 1200, 2000]);
  for (const n of [0, 1]) {
    const entries = parsed(ofSigner(n)).filter((line) => line.intent === intent);
    // A member's decision is given to one of them; the other has it with the decision.
    const expected = ['announced', ...(n === 0 ? ['approval'] : []), 'decided', 'exposed', 'signed', 'settled'];
    expect(entries.map(({ entry }) => entry)).toEqual(expect.arrayContaining(expected));
  }
});

it('a collector sees one payment as one trace, named by its intent: its steps, the session, each call of a signer and of the chain', async () => {
  const { rows } = await server.database.pool.query("select intent_id from orders where request_id = 'followed'");
  const trace = () => spans.filter(({ traceId }) => traceId === rows[0].intent_id.replaceAll('-', ''));
  const names = () => new Set(trace().map(({ name }) => name));
  const expected = [
    'order announce',
    'order sign',
    'order pay',
    'signing session',
    'signer announce',
    'signer sign.open',
  ];
  for (const name of [...expected, 'signer sign.step']) await expect.poll(names).toContain(name);
  expect([...names()].filter((name) => name.startsWith('chain '))).not.toEqual([]);
  const parentOf = (name: string) => {
    const parent = trace().find((span) => span.name === name)?.parentSpanId;
    return trace().find(({ spanId }) => spanId === parent)?.name;
  };
  expect(parentOf('signer sign.open')).toBe('signing session');
  expect(parentOf('signing session')).toBe('order sign');
  await expect.poll(() => spans.map(({ name }) => name)).toContain('POST /api/mpc/sub_wallet/withdraw');
  for (const secret of [fixture.token, stranger.evm, '0.1"', 'followed'])
    expect(collected.join('\n')).not.toContain(secret);
});

it('a refusal of a signer names the intent that it refuses, and by which step', async () => {
  const { withdraw_id: id } = await ask('refused');
  const intent = await intentOf(id);
  await fixture.api.signing.freeze({ reason: 'a drill' });
  await decideSoon(fixture, intent);
  const refusal = () => parsed(ofSigner(0)).find((line) => line.intent === intent && line.code === 'frozen');
  await expect.poll(refusal).toMatchObject({ message: 'a request was refused', method: 'sign.open' });
});

it('every line has the same form, and none holds a secret', () => {
  for (const [process, lines] of [
    ['server', said],
    ['signer 1', ofSigner(0)],
    ['signer 2', ofSigner(1)],
  ] as const) {
    expect(lines.length).toBeGreaterThan(0);
    for (const line of parsed(lines)) {
      const form = { process, level: expect.any(String), message: expect.any(String), time: expect.any(String) };
      expect(line).toMatchObject(form);
      expect(new Date(String(line.time)).toISOString()).toBe(line.time);
    }
    for (const secret of [fixture.token, server.real?.setupCode ?? '', 'a passphrase for tests only'])
      expect(lines.join('\n')).not.toContain(secret);
  }
});
