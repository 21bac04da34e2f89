import type { Identity } from '@holdfast/channel';
import { ed25519 } from '@holdfast/ed25519';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { integer, object, patterns, text } from './check.ts';

/** What one signer says to another, over the server: signed by its identity over a digest that both can make, good near the time it was said. */
export interface Statement {
  readonly signer: string;
  /** Epoch milliseconds by the clock of who says it. */
  readonly at: number;
  readonly signature: string;
}
export const statement = object({
  signer: text(patterns.party),
  at: integer(0, Number.MAX_SAFE_INTEGER),
  signature: text(/^[0-9a-f]{128}$/),
});

/** Who says it. */
interface Speaker {
  readonly me: string;
  readonly identity: Pick<Identity, 'sign'>;
}

export const stated = ({ me, identity }: Speaker, at: number, digest: Uint8Array): Statement => ({
  signer: me,
  at,
  signature: bytesToHex(ed25519.sign(digest, identity.sign.secret)),
});

/** @param identity Ed25519 key of who is said to have said it, hex */
export function verifies(signature: string, digest: Uint8Array, identity: string): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), digest, hexToBytes(identity), { zip215: false });
  } catch {
    return false;
  }
}
