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
