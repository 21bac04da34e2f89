import { createPublicKey, verify } from 'node:crypto';

const domain = 'holdfast/address/v1';

export interface AddressClaim {
  readonly deployment: string;
  readonly chain: string;
  readonly path: string;
  readonly address: string;
}

/** What a signer signs when it vouches for an address: domain and fields separated by NUL, none of which can hold one. */
export function addressMessage({ deployment, chain, path, address }: AddressClaim): Uint8Array {
  return Buffer.from([domain, deployment, chain, path, address].join('\0'), 'utf8');
}

/** Does the signer with this Ed25519 identity (hex) vouch for the address? */
export function verifyAttestation(identity: string, claim: AddressClaim, attestation: string): boolean {
  const x = Buffer.from(identity, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, addressMessage(claim), key, Buffer.from(attestation, 'hex'));
}
