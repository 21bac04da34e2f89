import { createPublicKey, verify } from 'node:crypto';
import { domainDigest } from '@holdfast/policy';

export interface AddressClaim {
  readonly deployment: string;
  readonly keyGroup: string;
  readonly chain: string;
  readonly path: string;
  readonly address: string;
}

/** The 32 bytes a signer signs when it vouches for an address. */
export const addressDigest = ({ deployment, keyGroup, chain, path, address }: AddressClaim): Uint8Array =>
  domainDigest('holdfast/address/v1', { deployment, keyGroup, chain, path, address });

/** Does the signer with this Ed25519 identity (hex) vouch for the address? */
export function verifyAttestation(identity: string, claim: AddressClaim, attestation: string): boolean {
  const x = Buffer.from(identity, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, addressDigest(claim), key, Buffer.from(attestation, 'hex'));
}
