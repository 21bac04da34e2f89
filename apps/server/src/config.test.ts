import { testChains } from '@holdfast/testkit';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const minimal = {
  port: 0,
  origin: 'http://localhost:8700',
  database: { embeddedDir: '/data' },
  identityFile: 'id.json',
  signers: [],
  chains: [],
  consoleDir: 'dist',
};

test('DATABASE_URL wins over the file', () => {
  expect(parseConfig(minimal, { DATABASE_URL: 'postgres://db/x' }).database.url).toBe('postgres://db/x');
  expect(parseConfig(minimal, {}).database).toEqual({ embeddedDir: '/data' });
});

test('a chain is named with its problem: a family nobody knows, a node that is no URL, a field too many', () => {
  const [chain] = testChains;
  const parse = (change: object) => () => parseConfig({ ...minimal, chains: [{ ...chain, ...change }] }, {});
  expect(parse({})().chains).toEqual([chain]);
  expect(parse({ family: 'nothing', id: 'nothing:1' })).toThrow(/unknownFamily/);
  expect(parse({ id: 'bitcoin:regtest' })).toThrow(/chain\.id/);
  expect(parse({ rpcUrl: 'nowhere' })).toThrow(/chain\.rpcUrl/);
  expect(parse({ confirmations: { deposit: 0, withdraw: 1 } })).toThrow(/chain\.confirmations/);
  expect(parse({ extra: 1 })).toThrow(/chain\.extra/);
});

test('every problem is named at once, in words', () => {
  const text = () => parseConfig({ ...minimal, port: 70_000, origin: 'nowhere', signers: [{ id: '1' }] }, {});
  expect(text).toThrow(/port/);
  expect(text).toThrow(/origin/);
  expect(text).toThrow(/signers\[0\]/);
  expect(() => parseConfig({ ...minimal, database: {} }, {})).toThrow(/names no database/);
});

test('a reset of a login waits for an hour at least, but on one machine for evaluation', () => {
  expect(parseConfig(minimal, {}).resetSeconds).toBe(86_400);
  expect(parseConfig({ ...minimal, resetSeconds: 3_600 }, {}).resetSeconds).toBe(3_600);
  expect(() => parseConfig({ ...minimal, resetSeconds: 3_599 }, {})).toThrow(/hour/);
  expect(() => parseConfig(minimal, { HOLDFAST_RESET_SECONDS: '5' })).toThrow(/hour/);
  expect(parseConfig({ ...minimal, singleHost: true }, { HOLDFAST_RESET_SECONDS: '5' }).resetSeconds).toBe(5);
});

test('codes of an authenticator have 30 seconds, but in a sandbox all of which is on this machine', () => {
  const sandbox = { faucetUrl: 'http://127.0.0.1:8709', codeSeconds: 5 };
  const config = { ...minimal, singleHost: true, sandbox, chains: testChains };
  const parse = (change: object) => () => parseConfig({ ...config, ...change }, {});
  expect(parse({})().sandbox?.codeSeconds).toBe(5);
  // Outside of what makes a sandbox there is no such setting at all.
  expect(JSON.stringify(parseConfig({ ...minimal, singleHost: true, codeSeconds: 5 }, {}))).not.toContain(
    'codeSeconds',
  );
  const [chain] = testChains;
  const signer = {
    id: '1',
    name: 'One',
    origin: 'http://localhost:1',
    identity: '0'.repeat(64),
    channel: '0'.repeat(64),
  };
  for (const change of [
    { singleHost: false },
    { host: '0.0.0.0' },
    { origin: 'https://custody.example' },
    { chains: [{ ...chain, rpcUrl: 'https://node.example' }] },
    { signers: [{ ...signer, url: 'http://10.0.0.7:8701' }] },
  ])
    expect(parse(change), JSON.stringify(change)).toThrow(/sandbox\.codeSeconds/);
});
