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
