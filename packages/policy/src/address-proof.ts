import { ed25519 } from '@holdfast/ed25519';
import { hexToBytes } from '@noble/hashes/utils.js';
import { domainDigest } from './canonical.ts';

/** An address as a signer vouches for it. */
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
export function isAttested(identity: string, claim: AddressClaim, attestation: string): boolean {
  try {
    const [signature, key] = [hexToBytes(attestation), hexToBytes(identity)];
    return ed25519.verify(signature, addressDigest(claim), key, { zip215: false });
  } catch {
    return false;
  }
}

/** An address as the API gives it, with what its signers say of it. */
export interface ProvenAddress {
  readonly chain_id: string;
  readonly address: string;
  readonly path: string;
  readonly proof: {
    readonly deployment: string;
    readonly key_group: string;
    readonly attestations: readonly { readonly signer: string; readonly attestation: string }[];
  };
}

/** Signers' Ed25519 identities by signer id, as whoever checks has learned them elsewhere than from the server. */
export type Pins = Readonly<Record<string, string>>;

/** Ids of the pinned signers that do not vouch for this address; none when it holds. Without a pin nothing holds. */
export function missingSigners(pins: Pins, { chain_id: chain, address, path, proof }: ProvenAddress): string[] {
  const claim = { deployment: proof.deployment, keyGroup: proof.key_group, chain, path, address };
  const vouches = (id: string, identity: string): boolean =>
    proof.attestations.some(({ signer, attestation }) => signer === id && isAttested(identity, claim, attestation));
  return Object.entries(pins).flatMap(([id, identity]) => (vouches(id, identity) ? [] : [id]));
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isProven(value: object): value is ProvenAddress {
  const { chain_id: chain, address, path, proof } = value as Partial<ProvenAddress>;
  const sound =
    isText(chain) && isText(address) && isText(path) && isText(proof?.deployment) && isText(proof.key_group);
  return sound && Array.isArray(proof?.attestations);
}

/** Every address of ours in a reply, wherever it stands. */
export function addressesIn(value: unknown): ProvenAddress[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(addressesIn);
  return isProven(value) ? [value, ...within] : within;
}

export class AddressNotProven extends Error {
  readonly address: ProvenAddress;
  readonly signers: readonly string[];

  constructor(address: ProvenAddress, signers: readonly string[]) {
    super(
      `${address.address} (${address.chain_id}, ${address.path}) is not vouched for by signer ${signers.join(', ')}`,
    );
    this.address = address;
    this.signers = signers;
  }
}

/**
 * What a typed client looks at replies with: no address of ours gets through that the pinned signers do not vouch for.
 * @throws AddressNotProven, and Error when nothing is pinned
 */
export function createAddressGuard(pins: Pins): (reply: unknown) => void {
  if (Object.keys(pins).length === 0) throw new Error('no signer is pinned');
  return (reply) => {
    for (const address of addressesIn(reply)) {
      const missing = missingSigners(pins, address);
      if (missing.length > 0) throw new AddressNotProven(address, missing);
    }
  };
}
