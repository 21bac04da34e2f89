import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  AddressNotProven,
  addressDigest,
  addressesIn,
  createAddressGuard,
  missingSigners,
  type ProvenAddress,
} from '../src/index.ts';

const signers = ['1', '2'].map((id) => ({ id, ...ed25519.keygen() }));
const pins = Object.fromEntries(signers.map(({ id, publicKey }) => [id, bytesToHex(publicKey)]));
const claim = {
  deployment: 'ab'.repeat(32),
  keyGroup: 'cd'.repeat(16),
  chain: 'evm:1',
  path: 'm/60/7/0/0',
  address: '0x1',
};
const proven = (by = signers): ProvenAddress => ({
  chain_id: claim.chain,
  address: claim.address,
  path: claim.path,
  proof: {
    deployment: claim.deployment,
    key_group: claim.keyGroup,
    attestations: by.map(({ id, secretKey }) => ({
      signer: id,
      attestation: bytesToHex(ed25519.sign(addressDigest(claim), secretKey)),
    })),
  },
});

describe('an address with what its signers say', () => {
  it('holds when every pinned signer vouches for exactly it', () => {
    expect(missingSigners(pins, proven())).toEqual([]);
    expect(missingSigners(pins, proven(signers.slice(0, 1)))).toEqual(['2']);
  });

  it('does not hold when anything of it is another', () => {
    const good = proven();
    for (const change of [{ address: '0x2' }, { path: 'm/60/8/0/0' }, { chain_id: 'evm:2' }])
      expect(missingSigners(pins, { ...good, ...change })).toEqual(['1', '2']);
    for (const change of [{ deployment: '99'.repeat(32) }, { key_group: 'ef'.repeat(16) }])
      expect(missingSigners(pins, { ...good, proof: { ...good.proof, ...change } })).toEqual(['1', '2']);
    const crossed = good.proof.attestations.map((one, i, all) => ({
      ...one,
      attestation: all[1 - i]?.attestation ?? '',
    }));
    expect(missingSigners(pins, { ...good, proof: { ...good.proof, attestations: crossed } })).toEqual(['1', '2']);
    const broken = [{ signer: '1', attestation: 'no hex' }];
    expect(missingSigners(pins, { ...good, proof: { ...good.proof, attestations: broken } })).toEqual(['1', '2']);
  });

  it('is found wherever it stands in a reply, and a guard lets no other through', () => {
    const reply = { list: [proven(), { nested: proven() }], total: 2, note: null };
    expect(addressesIn(reply)).toHaveLength(2);
    const guard = createAddressGuard(pins);
    expect(() => guard(reply)).not.toThrow();
    expect(() => guard({ list: [proven(), { ...proven(), address: '0xdead' }] })).toThrow(AddressNotProven);
    expect(() => guard({ ...proven(), more: [{ ...proven(), address: '0xdead' }] })).toThrow(AddressNotProven);
    expect(() => guard({ total: 0 })).not.toThrow();
    expect(() => createAddressGuard({})).toThrow('no signer is pinned');
  });
});
