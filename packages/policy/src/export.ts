import { parseCanonical } from './canonical.ts';
import { limits } from './limits.ts';
import { type Checked, oneOf, patterns, record, text } from './schema.ts';
import { asWritten, readVersion } from './versions.ts';

/**
 * A request to be given one signer's share of a key, encrypted to somebody. With one more share it makes the whole key, so everything about it is
 * part of what members sign: whose share, of which generation, and who alone can open the file.
 */
const keyExport = {
  v: oneOf('1'),
  domain: oneOf('holdfast/export/v1'),
  deployment: text(patterns.hash),
  keyGroup: text(/^[0-9a-f]{32}$/),
  epoch: text(patterns.digits),
  /** The signer whose share leaves. */
  signer: text(/^[1-9]\d?$/),
  /** X25519 recipient of age-encryption.org/v1: 32 bytes in Bech32, small letters. */
  recipient: text(/^age1[02-9ac-hj-np-z]{58}$/),
};
export type KeyExportRequest = Checked<typeof keyExport>;

const versions = { '1': asWritten(record(keyExport)) };

/** Reads a request for key material from its canonical text. @throws PolicyError */
export const parseKeyExportRequest = (source: string): KeyExportRequest =>
  readVersion(versions, parseCanonical(source, limits.documentBytes));
