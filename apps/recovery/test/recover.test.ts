import { inked, noteChain, notePayee, notePlan, registerNotes } from '@holdfast/testkit/notes';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import type { Kit } from '../src/kit.ts';
import { addressFromKit, childPrivateKey, RecoverError, recoverKeys } from '../src/recover.ts';
import { signPayment } from '../src/sweep/index.ts';
import { threeKits } from './parties.ts';

const [one, two, three] = threeKits();
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof RecoverError) return error.code;
    throw error;
  }
  return 'accepted';
};

registerNotes();

describe('offline recovery', () => {
  it('gives the same keys from any two kits, and they belong to the group', () => {
    const whole = recoverKeys([one, three]);
    expect(recoverKeys([two, three])).toEqual(whole);
    expect(recoverKeys([one, two])).toEqual(whole);
    const secret = hexToBytes(whole.secp256k1.toString(16).padStart(64, '0'));
    expect(secp256k1.getPublicKey(secret)).toEqual(one.secp256k1.groupPublic);
  });

  it('gives child keys that BIP32 derives too, by an independent library', () => {
    const whole = recoverKeys([one, two]);
    const path = 'm/60/7/0/3';
    const root = new HDKey({ publicKey: one.secp256k1.groupPublic, chainCode: one.secp256k1.chainCode });
    const child = childPrivateKey(one, whole, path);
    expect(bytesToHex(secp256k1.getPublicKey(hexToBytes(child)))).toBe(
      bytesToHex(root.derive(path).publicKey ?? new Uint8Array()),
    );
  });

  it('derives the same addresses from every kit', () => {
    expect(addressFromKit(one, 'evm:1', 'm/60/7/0/0')).toBe(addressFromKit(three, 'evm:1', 'm/60/7/0/0'));
    expect(addressFromKit(one, 'bitcoin:regtest', 'm/0/7/0/0')).toMatch(/^bcrt1q/);
    expect(codeOf(() => addressFromKit(one, 'doge:1', 'm/0/7/0/0'))).toBe('unknownNetwork');
  });

  it('signs with Ed25519 where the network has it, as OpenSSL verifies it, by the address that every kit derives', () => {
    const chain = noteChain(inked);
    const path = `m/${inked.coinType}/7/0/0`;
    expect(addressFromKit(one, chain.id, path)).toBe(addressFromKit(three, chain.id, path));
    const [asset] = chain.assets;
    if (!asset) throw new Error('no asset');
    const payment = { chain, path, asset, amount: 5n, plan: notePlan(inked, 0n) };
    const whole = recoverKeys([one, three]);
    const signed = [1, 2].map(() => signPayment(one, whole, payment, notePayee).raw);
    expect(signed[0]).toMatch(/^[0-9a-f]+$/);
    // A nonce is never used twice, even for one message.
    expect(signed[0]).not.toBe(signed[1]);
    const other = { ...whole, ed25519: whole.ed25519 + 1n };
    expect(() => signPayment(one, other, payment, notePayee)).toThrow('badSignature');
  });

  it('refuses what does not belong together', () => {
    const [foreign] = threeKits(9);
    const later: Kit = { ...two, secp256k1: { ...two.secp256k1, epoch: 1 }, ed25519: { ...two.ed25519, epoch: 1 } };
    expect(codeOf(() => recoverKeys([one]))).toBe('tooFewShares');
    expect(codeOf(() => recoverKeys([one, one]))).toBe('sameParty');
    expect(codeOf(() => recoverKeys([one, foreign]))).toBe('otherGroup');
    expect(codeOf(() => recoverKeys([one, later]))).toBe('otherEpoch');
    const bent: Kit = { ...two, secp256k1: { ...two.secp256k1, share: two.secp256k1.share + 1n } };
    expect(codeOf(() => recoverKeys([one, bent]))).toBe('wrongKey');
  });
});
