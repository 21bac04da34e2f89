import { type Delivery, type DeliveryStatement, isDeliverySigned, PolicyError, parseDelivery } from '@holdfast/policy';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { armor } from 'age-encryption';
import { type Kit, type KitRecipient, kitGroup, openWithRecipient } from './kit.ts';

/*
 * Key material as a signer gives it out: what the signer states of it, signed by its identity key, and the age file. Checked from the outside in:
 * signature and hash need no secret, what is inside has to be what was stated.
 */

export type DeliveredFault = 'notDelivered' | 'badStatement' | 'notSigned' | 'otherFile' | 'otherShares';
export class DeliveredError extends Error {
  readonly code: DeliveredFault;
  constructor(code: DeliveredFault, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

export interface Delivered {
  readonly statement: DeliveryStatement;
  /** The age file, binary, as the statement names it by its hash. */
  readonly age: Uint8Array;
}

function taken(text: string): Delivery {
  try {
    return parseDelivery(text);
  } catch (error) {
    const none = error instanceof PolicyError && error.code === 'notCanonical' && error.at === '';
    throw new DeliveredError(none ? 'notDelivered' : 'badStatement', error);
  }
}

function unarmoured(text: string): Uint8Array {
  try {
    return armor.decode(text);
  } catch (error) {
    throw new DeliveredError('badStatement', error);
  }
}

/**
 * Reads a delivered file: its signature is that of the key it names, and the age file is the one it names. **That key may be anybody's**: the caller
 * holds `statement.identity` against the signer it knows, or the shares against a kit it trusts.
 * @throws DeliveredError
 */
export function readDelivered(file: Uint8Array): Delivered {
  const delivery = taken(new TextDecoder().decode(file));
  if (!isDeliverySigned(delivery)) throw new DeliveredError('notSigned');
  const age = unarmoured(delivery.armour);
  if (bytesToHex(sha256(age)) !== delivery.statement.file) throw new DeliveredError('otherFile');
  return { statement: delivery.statement, age };
}

type Shares = DeliveryStatement['shares'];

/** The public counterparts of all parties' shares. Two kits of one generation of a key have the same, and nobody can make another share that fits them. */
export function verifyingOf({ secp256k1, ed25519 }: Kit): Shares {
  return Object.entries(secp256k1.verifyingShares).map(([party, share]) => ({
    party,
    secp256k1: bytesToHex(share),
    ed25519: bytesToHex(ed25519.verifyingShares[Number(party)] ?? new Uint8Array()),
  }));
}

const sorted = (shares: Shares): string =>
  shares
    .map(({ party, secp256k1, ed25519 }) => `${party.padStart(2, '0')} ${secp256k1} ${ed25519}`)
    .sort()
    .join('\n');
export const sameShares = (a: Shares, b: Shares): boolean => sorted(a) === sorted(b);

/**
 * Opens it, and checks that it holds what was stated: the share of the signer that signed, of that key group and generation.
 * @throws KitError wrongPassphrase when it is encrypted to somebody else; DeliveredError otherShares
 */
export async function openDelivered({ statement, age }: Delivered, recipient: KitRecipient): Promise<Kit> {
  const kit = await openWithRecipient(age, recipient);
  const fits =
    kit.deployment === statement.deployment &&
    kitGroup(kit) === statement.keyGroup &&
    String(kit.secp256k1.me) === statement.signer &&
    String(kit.secp256k1.epoch) === statement.epoch &&
    String(kit.ed25519.epoch) === statement.epoch &&
    sameShares(verifyingOf(kit), statement.shares);
  if (!fits) throw new DeliveredError('otherShares');
  return kit;
}
