import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import type { ChainConfig } from '@holdfast/chains';
import { tickContract } from '@holdfast/policy';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OrdinalsConfig } from '../config.ts';
import type { Db } from '../db/database.ts';
import { keyOf, type Placed } from './answers.ts';
import type { OrdinalDeps } from './deps.ts';
import { indexersOf, judgedContents } from './indexers.ts';
import { askOpi, askOrd } from './outside.ts';
import { createOrdinals } from './service.ts';

/** What `ord` and OPI answer, from a real HTTP server, in the forms of their own pages and sources; and whatever else may come in their place. */

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const servers: { readonly server: Server; readonly seen: string[]; answer: Answer; base: string }[] = [];
const allow = new BlockList();
allow.addAddress('127.0.0.1');

const none: Answer = (_, response) => void response.writeHead(404).end();
beforeAll(async () => {
  for (let n = 0; n < 2; n++) {
    const one = { server: createServer(), seen: [] as string[], answer: none, base: '' };
    one.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      one.seen.push(`${request.headers.accept} ${request.url}`);
      one.answer(request, response);
    });
    await new Promise<void>((done) => one.server.listen(0, '127.0.0.1', done));
    one.base = `http://127.0.0.1:${(one.server.address() as AddressInfo).port}`;
    servers.push(one);
  }
});
afterEach(() => {
  for (const one of servers) {
    one.answer = none;
    one.seen.length = 0;
  }
});
afterAll(async () => {
  for (const { server } of servers) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});
const [first, second] = [() => servers[0] ?? expect.fail(), () => servers[1] ?? expect.fail()];

const json =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const text =
  (body: string, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status).end(body);
/** Takes the request and says nothing. */
const mute: Answer = () => undefined;
/** A byte now and then, for ever. */
const trickle: Answer = (_, response) => {
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
const endless: Answer = (_, response) =>
  void response.end(`{"indexed":true,"inscriptions":[],"x":"${'a'.repeat(2_100_000)}"}`);

const txid = 'c91f5ca101a96f69f454f216b5a7723f1fbf8e25501181f7eb4f07deccacb32b';
const at = (vout: number): Placed => ({ txid, vout, height: 5 });
/** As `ord` 0.23 answers `/output/<outpoint>` (docs.ordinals.com, "API"). */
const output = (more: object) => ({
  ...{ address: 'tb1pr7980dqpeh9cc7qjevf4pmrh2yz7hr877tnj7eq0au5drlduw9aq629zea', confirmations: 12, indexed: true },
  ...{
    inscriptions: [] as string[],
    outpoint: `${txid}:0`,
    runes: {},
    sat_ranges: [[1421505156510708, 1421505156511254]],
  },
  ...{ script_pubkey: '51201f8a77b401cdcb8c7812cb1350ec775105eb8cfef2e72f640fef28d1fdbc717a', spent: false },
  ...{ transaction: txid, value: 546, ...more },
});
const rune = { amount: 6845, divisibility: 0, symbol: '⧉' };
const soon = { timeoutMs: 300, maxBytes: 2_000_000 };
const saidOf = async (): Promise<readonly string[] | undefined> =>
  (await askOrd(first().base, allow, [at(0)], soon)).get(keyOf(at(0)));

test.each<[string, object, readonly string[] | undefined]>([
  ['nothing', output({}), []],
  ['an inscription', output({ inscriptions: [`${txid}i0`] }), [`${txid}i0`]],
  ['several', output({ inscriptions: [`${txid}i0`, `${txid}i12`] }), [`${txid}i0`, `${txid}i12`]],
  ['runes', output({ runes: { 'UNCOMMON•GOODS': rune } }), ['other']],
  ['runes as earlier versions write them', output({ runes: [['UNCOMMON•GOODS', rune]] }), ['other']],
  ['no runes as earlier versions write them', output({ runes: [] }), []],
  ['an inscription, of a version that knows no runes', { indexed: true, inscriptions: [`${txid}i0`] }, [`${txid}i0`]],
  ['what it has not indexed yet', output({ indexed: false }), undefined],
  ['nothing, as it keeps no index of inscriptions', output({ inscriptions: null }), undefined],
])('ord says of an output: %s', async (_, body, expected) => {
  first().answer = json(body);
  expect(await saidOf()).toEqual(expected);
  expect(first().seen).toEqual([`application/json /output/${txid}:0`]);
});

test.each<[string, Answer]>([
  ['a page', text('<!doctype html><title>Output</title>')],
  ['half an answer', text(JSON.stringify(output({})).slice(0, 90))],
  ['nothing at all', text('')],
  ['a list that is none', json(output({ inscriptions: 'none' }))],
  ['an id that is none', json(output({ inscriptions: ['../../etc/passwd'] }))],
  ['no word on whether it is indexed', json({ inscriptions: [] })],
  ['a word in place of it', json(output({ indexed: 'yes' }))],
  ['that it is not there', json(output({}), 404)],
  ['that it is broken', json(output({}), 500)],
  ['another place', (_, response) => void response.writeHead(302, { location: `${first().base}/other` }).end()],
  ['more than is read', endless],
  ['no word', mute],
  ['a byte now and then', trickle],
  ['the end of the line', (request) => void request.socket.destroy()],
])('an output of which ord answers with %s is one that nobody knows', async (_, answer) => {
  first().answer = answer;
  await expect(saidOf()).rejects.toThrow();
  // One that is answered for beside it is known all the same.
  first().answer = (request, response) =>
    request.url?.endsWith(':1') ? json(output({}))(request, response) : answer(request, response);
  const said = await askOrd(first().base, allow, [at(0), at(1)], soon);
  expect([...said.keys()]).toEqual([keyOf(at(1))]);
});

test('nothing is asked of an address that nobody named', async () => {
  await expect(askOrd(first().base, new BlockList(), [at(0)], soon)).rejects.toThrow();
  await expect(askOpi(first().base, new BlockList(), 'bc1q', 'ordi', soon)).rejects.toThrow();
  expect(first().seen).toEqual([]);
});

/** As OPI answers `/v1/brc20/get_current_balance_of_wallet`. */
const balance = (overall: unknown, available: unknown) => ({
  error: null,
  result: { overall_balance: overall, available_balance: available, block_height: 840857 },
});
const opi = () => askOpi(first().base, allow, 'bc1qxy', 'ORDI', soon);

test('OPI says what an address has of a tick in units of 10^-18, and an address that it does not know has none', async () => {
  first().answer = json(balance('550000000000000000000', '50000000000000000000'));
  expect(await opi()).toEqual({ available: 50n * 10n ** 18n, transferable: 500n * 10n ** 18n });
  expect(first().seen).toEqual(['application/json /v1/brc20/get_current_balance_of_wallet?address=bc1qxy&ticker=ordi']);
  first().answer = json({ error: 'no balance found', result: null }, 400);
  expect(await opi()).toEqual({ available: 0n, transferable: 0n });
  first().answer = json(balance('12.5', '2.5'));
  expect(await opi()).toEqual({ available: 25n * 10n ** 17n, transferable: 10n ** 19n });
});

test.each<[string, Answer]>([
  ['more available than all', json(balance('1', '2'))],
  ['an amount below nothing', json(balance('5', '-1'))],
  ['a number that is no text', json(balance(5, 1))],
  ['a power of ten', json(balance('5e18', '1'))],
  ['nothing and no word why', json({ error: null, result: null })],
  ['something wrong', json({ error: 'internal error', result: null }, 500)],
  ['something wrong as if all were well', json({ error: 'internal error', result: null })],
  ['something else that it does not take', json({ error: 'not supported', result: null }, 400)],
  ['a balance as if it did not take the question', json({ ...balance('1', '1'), error: 'x' }, 400)],
  [
    'all ticks at once',
    json({ error: null, result: [{ tick: 'ordi', overall_balance: '1', available_balance: '1' }] }),
  ],
  ['a page', text('<html>')],
  ['more than is read', endless],
  ['no word', mute],
])('OPI that answers with %s has named no balance', async (_, answer) => {
  first().answer = answer;
  await expect(opi()).rejects.toThrow();
});

const chain: ChainConfig = {
  ...{ id: 'bitcoin:regtest', family: 'bitcoin', name: 'Bitcoin', rpcUrl: '', baseSymbol: 'BTC' },
  ...{ confirmations: { deposit: 1, withdraw: 1 }, maxFee: '1000000', assets: [] },
};
type Kind = 'ord' | 'opi';
const config = (kind: Kind): OrdinalsConfig => ({
  chain: chain.id,
  others: servers.map(({ base }) => ({ kind, url: `${base}/` })),
  allow: ['127.0.0.1'],
});

test('where two follow the chain, inscribed is what either says, clear what both say, and what either does not answer for nobody knows', async () => {
  const says: Record<string, readonly (object | undefined)[]> = {
    '0': [output({}), output({})],
    '1': [output({}), output({ inscriptions: [`${txid}i0`] })],
    '2': [output({ runes: { A: rune } }), output({})],
    '3': [output({}), output({ indexed: false })],
    '4': [output({}), undefined],
    '5': [output({ inscriptions: [`${txid}i0`] }), undefined],
  };
  for (const [n, one] of servers.entries())
    one.answer = (request, response) => {
      const body = says[request.url?.split(':')[1] ?? '']?.[n];
      return (body ? json(body) : text('', 500))(request, response);
    };
  const outputs = Object.keys(says).map((vout) => at(Number(vout)));
  const indexers = indexersOf({} as Db, chain, config('ord'), allow);
  const answers = await Promise.all(indexers.flatMap(({ contents }) => contents?.(outputs) ?? []));
  const judged = judgedContents(answers, outputs);
  expect(outputs.map((one) => judged.get(keyOf(one)))).toEqual([
    ...(['clear', 'inscribed', 'inscribed', undefined, undefined] as const),
    'inscribed',
  ]);
});

test('a balance on which two do not agree, or of which one says nothing, is none', async () => {
  const told: unknown[] = [];
  const deps = {
    ...{ config: { ordinals: [config('opi')] }, db: {} as Db, log: { warn: (facts: unknown) => told.push(facts) } },
    catalog: { chain: () => chain, chains: [chain] },
  } as unknown as OrdinalDeps;
  const ordinals = createOrdinals(deps);
  const asset = { symbol: 'ordi', contract: tickContract('ordi'), decimals: '18' };
  const ask = () => ordinals.balance(chain.id, 'bc1qxy', asset);
  first().answer = json(balance('7', '5'));
  second().answer = json(balance('7', '5'));
  expect(await ask()).toEqual({ agreed: true, available: 5n, transferable: 2n });
  for (const other of [balance('8', '5'), balance('7', '4'), balance('9', '7')]) {
    second().answer = json(other);
    expect(await ask()).toEqual({ agreed: false });
  }
  second().answer = json({ error: 'no balance found', result: null }, 400);
  expect(await ask()).toEqual({ agreed: false });
  expect(told).toEqual([]);
  second().answer = text('', 503);
  expect(await ask()).toEqual({ agreed: false });
  expect(told).toHaveLength(1);
});
