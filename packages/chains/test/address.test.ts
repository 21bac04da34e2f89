import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { addressOfScript, readAddress } from '../src/bitcoin/address.ts';
import { networkOf } from '../src/bitcoin/network.ts';
import { familyOf } from '../src/index.ts';
import { bitcoinChain, evmChain, tronChain } from './support.ts';
import { tonChain } from './ton-support.ts';
import vectors from './vectors/addresses.vectors.json' with { type: 'json' };

const evm = familyOf(evmChain);
const bitcoin = familyOf(bitcoinChain);
const mainnet = { ...bitcoinChain, id: 'bitcoin:mainnet' };
const testnet = { ...bitcoinChain, id: 'bitcoin:testnet' };
const chains = { mainnet, testnet, regtest: bitcoinChain };

describe('EVM addresses', () => {
  it('accepts every EIP-55 example, and the same in one case, as the one canonical spelling', () => {
    for (const address of vectors.eip55) {
      expect(evm.checkAddress(evmChain, address)).toEqual({ ok: true, address });
      expect(evm.checkAddress(evmChain, address.toLowerCase())).toEqual({ ok: true, address });
    }
  });

  it('refuses an address in which the case of any one letter is changed', () => {
    const [address = ''] = vectors.eip55.filter((text) => /[a-f]/.test(text) && /[A-F]/.test(text));
    for (let at = 2; at < address.length; at++) {
      const letter = address[at] ?? '';
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const altered = address.slice(0, at) + other + address.slice(at + 1);
      const expected = altered === address ? { ok: true, address } : { ok: false, reason: 'checksum' };
      expect(evm.checkAddress(evmChain, altered), altered).toEqual(expected);
    }
  });

  it('refuses what is no address', () => {
    for (const text of [
      '',
      '0x',
      '0x12',
      ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
      'vitalik.eth',
      vectors.bip84.receive[0]?.address ?? '',
    ])
      expect(evm.checkAddress(evmChain, text), text).toEqual({ ok: false, reason: 'format' });
  });

  it('derives the known address of a known key', () => {
    const { publicKey, address } = vectors.evmKey;
    expect(evm.addressOf(evmChain, hexToBytes(publicKey))).toBe(address);
  });
});

describe('Bitcoin addresses', () => {
  it('derives the addresses of BIP84', () => {
    for (const { publicKey, address } of [...vectors.bip84.receive, ...vectors.bip84.change])
      expect(bitcoin.addressOf(mainnet, hexToBytes(publicKey))).toBe(address);
  });

  it('reads the valid addresses of BIP173 and BIP350 to their scripts and back', () => {
    for (const { network, address, script } of vectors.scripts) {
      const chain = chains[network as keyof typeof chains];
      const reading = readAddress(address, networkOf(chain));
      expect(reading, address).toMatchObject({ script: hexToBytes(script) });
      const canonical = /^(bc|tb)1/i.test(address) ? address.toLowerCase() : address;
      expect(addressOfScript(hexToBytes(script), networkOf(chain))).toBe(canonical);
      expect(familyOf(chain).checkAddress(chain, address)).toEqual({ ok: true, address: canonical });
    }
  });

  it('refuses the invalid addresses of BIP173 and BIP350', () => {
    for (const address of vectors.invalid) {
      const { ok } = bitcoin.checkAddress(mainnet, address);
      expect([address, ok]).toEqual([address, false]);
    }
  });

  it('names the reason: another network, a typing error, no address at all', () => {
    const cases = [
      ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'network'],
      ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'network'],
      ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'network'],
      ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'network'],
      ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'network'],
      ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081', 'checksum'],
      ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt08', 'checksum'],
      ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
      ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm', 'checksum'],
      ['bcrt1Qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'format'],
      ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'format'],
      ['', 'format'],
      ['bcrt1', 'format'],
      [' bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'format'],
    ] as const;
    for (const [address, reason] of cases)
      expect([address, bitcoin.checkAddress(bitcoinChain, address)]).toEqual([address, { ok: false, reason }]);
  });

  it('takes upper case, which QR codes use, as the same address', () => {
    const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    expect(bitcoin.checkAddress(bitcoinChain, address.toUpperCase())).toEqual({ ok: true, address });
  });
});

it.each([
  [evmChain, `0x${'0'.repeat(40)}`],
  [tronChain, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  [tonChain, `0:${'0'.repeat(64)}`],
  [tonChain, 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'],
  [tonChain, 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ'],
])('an address of nobody, $1, is refused as that', (chain, address) =>
  expect(familyOf(chain).checkAddress(chain, address)).toEqual({ ok: false, reason: 'zero' }),
);
