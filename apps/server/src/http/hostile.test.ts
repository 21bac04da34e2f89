import { randomInt } from 'node:crypto';
import { contract, type Endpoint } from '@holdfast/contract';
import { raw } from '@holdfast/testkit';
import { randomFrom } from '@holdfast/testkit/random';
import { runsOf } from '@holdfast/testkit/runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../test/index.ts';

let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  console.log(`seed ${seed}`);
  server = await startTestServer();
  fixture = await install(server);
});
afterAll(() => server.close());

/** These end the session the rest is asked with. */
const ending = new Set(['/api/logout', '/api/mpc/login_history/revoke_all', '/api/step_up']);

/** Values that pass, so that the hostile one beside them is reached. */
const sound = (): Record<string, string> => ({
  account: 'a@example.org',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  address_id: '1',
  address_to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  alias: 'alias',
  amount: '0.1',
  business_id: '1',
  business_type: 'withdraw',
  chain_id: 'evm:31337',
  deposit_id: '1',
  email: 'b@example.org',
  end: '1760000000000',
  focus: '1',
  from_height: '1',
  id: '1',
  label: 'label',
  resource: 'energy',
  nick_name: 'nick',
  password: 'correct horse battery',
  qrc_id: 'a'.repeat(32),
  remark: 'remark',
  request_id: 'r-1',
  start: '1750000000000',
  sub_wallet_id: String(fixture.subWalletId),
  sub_wallet_name: 'Sub',
  symbol: 'ETH',
  to_height: '1',
  totp: '123456',
  type: '1',
  wallet_id: String(fixture.workspaceId),
  wallet_name: 'Wallet',
  withdraw_id: '1',
  trans_id: '1',
});

const hostile = [
  '3000000000',
  '99999',
  '-1',
  '9007199254740991',
  '1e3',
  '',
  '\0',
  'a\0b',
  'zz',
  '%',
  "'",
  '🙂',
  '\u202e',
];

function call(endpoint: Endpoint, fields: Record<string, string>) {
  const text = new URLSearchParams(fields).toString();
  if (endpoint.method === 'GET') return raw(server.url, `${endpoint.path}?${text}`, { token: fixture.token });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return raw(server.url, endpoint.path, { method: 'POST', token: fixture.token, headers, body: text });
}

const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const random = randomFrom(seed);
const all = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);
/** A random quarter; or all, in the full run. */
const endpoints = all.filter(() => random.between(1, 4) <= runsOf(4));

test('whatever stands in one field, an endpoint refuses it as the mistake of the caller or answers, and never fails', async () => {
  const failed: string[] = [];
  for (const endpoint of endpoints.filter(({ path }) => !ending.has(path))) {
    const fields = Object.keys(endpoint.input.shape);
    const sent = Object.fromEntries(Object.entries(sound()).filter(([name]) => fields.includes(name)));
    for (const field of fields) {
      const replies = await Promise.all(hostile.map((value) => call(endpoint, { ...sent, [field]: value })));
      for (const [index, { status, text }] of replies.entries())
        if (status >= 500) failed.push(`${endpoint.path} ${field}=${JSON.stringify(hostile[index])}: ${text}`);
    }
  }
  expect(failed).toEqual([]);
}, 120_000);

const isWholeText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Half characters, which no form can carry but JSON can, and NULs; alone, and inside the JSON that a field itself may hold. */
const halves = [
  '\ud800',
  'a\udc00b',
  'a\0b',
  ...['\\ud800', '\\u0000'].flatMap((half) => [
    `["${half}"]`,
    `{"${half}":"a"}`,
    `{"name":"${half}","payment":{"to":"${half}"}}`,
    `[{"label":"${half}","chains":["evm:31337"],"address":"0x1","memo":"${half}","symbols":[]}]`,
  ]),
];

test('half characters and NULs are refused in every field of every write, also inside JSON', async () => {
  const taken: string[] = [];
  const json = { 'content-type': 'application/json' };
  for (const endpoint of endpoints.filter(({ path, method }) => method === 'POST' && !ending.has(path))) {
    const fields = Object.keys(endpoint.input.shape);
    const sent = Object.fromEntries(Object.entries(sound()).filter(([name]) => fields.includes(name)));
    for (const field of fields) {
      const ask = (value: string) => {
        const body = JSON.stringify({ ...sent, [field]: value });
        return raw(server.url, endpoint.path, { method: 'POST', token: fixture.token, headers: json, body });
      };
      const replies = await Promise.all(halves.map(ask));
      for (const [index, { status, text }] of replies.entries()) {
        const value = halves[index] ?? '';
        const done = (JSON.parse(text) as { code: number }).code === 0;
        if (status >= 500 || (done && !isWholeText(value)))
          taken.push(`${endpoint.path} ${field}=${JSON.stringify(value)}: ${text}`);
      }
    }
  }
  expect(taken).toEqual([]);
}, 240_000);

test('a test case, a rule and a file of rules with half a character in a name are refused as what they are', async () => {
  const post = async (path: string, fields: Record<string, string>): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(fields);
    return (await raw(server.url, path, { method: 'POST', token: fixture.token, headers, body })).json();
  };
  const half = '{"name":"\\ud800"}';
  expect(await post('/api/mpc/strategy/case/save', { case: half })).toMatchObject({ code: 100004 });
  expect(await post('/api/mpc/strategy/save', { senior: `[${half}]`, version: '1' })).toMatchObject({ code: 100004 });
  expect(await post('/api/mpc/strategy/case/delete', { name: '\ud800' })).toMatchObject({ code: 100004 });
});

test('a sub-wallet id larger than any there can be is answered like one that is absent', async () => {
  for (const path of [
    '/api/mpc/sub_wallet/coins/asset',
    '/api/mpc/deposit/info',
    '/api/mpc/withdraw/info',
    '/api/mpc/gas_estimate',
  ]) {
    const endpoint = all.find((each) => each.path === path);
    if (!endpoint) throw new Error(`no endpoint ${path}`);
    const ask = (id: string) => call(endpoint, { ...sound(), sub_wallet_id: id });
    const [absent, tooLarge] = await Promise.all(['999999', '3000000000'].map(ask));
    expect(tooLarge?.json(), path).toMatchObject({ code: 200005 });
    expect(tooLarge?.text, path).toBe(absent?.text);
  }
});

test('looking at a chain again while its node is away is refused as that, and so is what cannot be a transaction', async () => {
  const rescan = async (txid: string) => {
    const fields = new URLSearchParams({ chain_id: 'evm:31337', txid }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = { method: 'POST', token: fixture.token, headers, body: fields } as const;
    return (await raw(server.url, '/api/mpc/chain/rescan', ask)).json();
  };
  expect(await rescan(`0x${'a'.repeat(64)}`)).toMatchObject({ code: 300024 });
  expect(await rescan('zz')).toMatchObject({ code: 100004 });
});
