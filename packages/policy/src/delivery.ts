import { ed25519 } from '@holdfast/ed25519';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { canonicalText, domainDigest, PolicyError, parseCanonical } from './canonical.ts';
import { limits } from './limits.ts';
import { type Checked, list, oneOf, patterns, record, text } from './schema.ts';
import { asWritten, readVersion, writeVersion } from './versions.ts';

/** The public counterpart of one party's shares, in hex. */
const verifyingShare = {
  party: text(/^[1-9]\d?$/),
  secp256k1: text(/^0[23][0-9a-f]{64}$/),
  ed25519: text(patterns.publicKey32),
};
const statement = {
  v: oneOf('1'),
  domain: oneOf('holdfast/key-material/v1'),
  deployment: text(patterns.hash),
  /** Digest of the request that members approved. */
  intent: text(patterns.hash),
  /** SHA-256 of the age file, in binary. */
  file: text(patterns.hash),
  keyGroup: text(/^[0-9a-f]{32}$/),
  epoch: text(patterns.digits),
  /** Whose share it is: the signer that signs, by its number and its public keys. */
  signer: text(/^[1-9]\d?$/),
  identity: text(patterns.publicKey32),
  channel: text(patterns.publicKey32),
  shares: list(record(verifyingShare), 1, 99),
};

/**
 * What a signer says, signed by its identity key, of key material that it gives out. age hides what is in a file and not who made it: without this
 * anybody who knows the public keys can make a file that opens, holds a share that fits them, and recovers nothing.
 */
export type DeliveryStatement = Checked<typeof statement>;
export interface Delivery {
  readonly statement: DeliveryStatement;
  /** Ed25519 over the statement's digest, hex. */
  readonly signature: string;
  /** The age file in its ASCII armour. */
  readonly armour: string;
}

const versions = { '1': asWritten(record(statement)) };
const checkStatement = (value: unknown): DeliveryStatement => readVersion(versions, value);
const [begin, end] = ['-----BEGIN HOLDFAST KEY MATERIAL-----', '-----END HOLDFAST KEY MATERIAL-----'];
const shape = new RegExp(`^${begin}\n([^\n]+)\n([0-9a-f]{128})\n${end}\n(-----BEGIN AGE ENCRYPTED FILE-----\n[^]+)$`);

const digest = (given: DeliveryStatement): Uint8Array =>
  domainDigest('holdfast/key-material/v1', writeVersion(versions, given));

/** The one file a person keeps: the statement, its signature, and after them an ordinary age file in ASCII armour. */
export function signDelivery(given: DeliveryStatement, armour: string, secretKey: Uint8Array): string {
  const signature = bytesToHex(ed25519.sign(digest(checkStatement(given)), secretKey));
  return `${[begin, canonicalText(writeVersion(versions, given)), signature, end].join('\n')}\n${armour.trim()}\n`;
}

/**
 * Takes a delivered file apart. Line ends may have become those of Windows. Nothing is proven yet: `isDeliverySigned` holds the signature against the
 * key that the statement itself names, and whoever reads it against the signer they know.
 * @throws PolicyError notCanonical when it is no delivered file at all; what `record` and `parseCanonical` throw for its statement
 */
export function parseDelivery(source: string): Delivery {
  if (source.length > limits.documentBytes) throw new PolicyError('tooLarge');
  const [, said = '', signature = '', armour = ''] = shape.exec(`${source.replaceAll('\r\n', '\n').trim()}\n`) ?? [];
  if (armour === '') throw new PolicyError('notCanonical');
  return { statement: checkStatement(parseCanonical(said, limits.documentBytes)), signature, armour };
}

/** Whether the signature is that of the identity key in the statement. */
export function isDeliverySigned({ statement: given, signature }: Delivery): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), digest(given), hexToBytes(given.identity), { zip215: false });
  } catch {
    return false;
  }
}
