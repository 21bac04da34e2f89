import { testChains, usdc } from '@holdfast/testkit/signer';
import { expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';

const key = 'ab'.repeat(32);
const config = (changes: object = {}) => ({
  id: '1',
  name: 'Signer 1',
  listen: { host: '127.0.0.1', port: 0 },
  origin: 'http://localhost:8701',
  dataDir: 'data',
  passphraseFile: 'passphrase',
  setupCodeFile: 'code',
  server: { identity: key, channel: key },
  peers: [],
  chains: testChains,
  pages: { approver: 'a', ceremony: 'c' },
  ...changes,
});

test('a sound configuration is taken', () => {
  expect(parseConfig(config()).chains).toHaveLength(2);
});

test('one signer never serves two bitcoin networks, since a signature for one would also spend the coins of the other', () => {
  const [evm, regtest] = testChains;
  const mainnet = { ...regtest, id: 'bitcoin:mainnet', name: 'Bitcoin mainnet' };
  expect(() => parseConfig(config({ chains: [evm, regtest, mainnet] }))).toThrow('2 bitcoin networks');
  expect(() => parseConfig(config({ chains: [evm, evm] }))).toThrow('twice');
  expect(parseConfig(config({ chains: [evm, mainnet] })).chains).toHaveLength(2);
});

test('a velocity limit that names no configured asset is refused and never passed over', () => {
  const limit = { wallet: '*', chain: 'evm:31337', contract: usdc, maxAmount: '1' };
  expect(parseConfig(config({ velocity: [limit, { ...limit, contract: '' }] })).velocity).toHaveLength(2);
  for (const wrong of [{ contract: usdc.toLowerCase() }, { contract: `${usdc.slice(0, -1)}4` }, { chain: 'evm:1' }])
    expect(() => parseConfig(config({ velocity: [{ ...limit, ...wrong }] }))).toThrow('names no asset');
});

test('a velocity limit may name a token that members approve later, as its network writes it, or each token by itself by how often it is paid', () => {
  const limit = {
    wallet: '*',
    chain: 'evm:31337',
    contract: '0x8464135c8F25Da09e49BC8782676a84730C318bC',
    maxAmount: '1',
  };
  const each = { wallet: '*', chain: 'evm:31337', contract: '*', maxCount: 3 };
  expect(parseConfig(config({ velocity: [limit, each] })).velocity).toHaveLength(2);
  const small = { ...limit, contract: limit.contract.toLowerCase() };
  for (const wrong of [small, { ...limit, contract: '0x8464' }, { ...limit, chain: 'bitcoin:regtest' }])
    expect(() => parseConfig(config({ velocity: [wrong] }))).toThrow('names no asset');
  expect(() => parseConfig(config({ velocity: [{ ...each, maxAmount: '1' }] }))).toThrow('decimals differ');
});
