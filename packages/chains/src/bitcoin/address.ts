import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m } from '@scure/base';
import { ChainError } from '../errors.ts';
import { formOf, splitPath } from '../path-text.ts';
import type { AddressCheck } from '../types.ts';
import { knownPrefixes, knownVersions, type Network } from './network.ts';

export const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

type Reading = { readonly script: Uint8Array; readonly address: string } | 'format' | 'checksum' | 'network';

/** Witness programs we pay: P2WPKH and P2WSH (v0, BIP173), P2TR (v1, BIP350). Later versions anybody could spend today. */
const isKnownProgram = (version: number, length: number): boolean =>
  version === 0 ? length === 20 || length === 32 : version === 1 && length === 32;

function readSegwit(text: string, network: Network): Reading {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return 'format';
  const decoded = [bech32, bech32m].map((coder) => coder.decodeUnsafe(lower, 90)).find((found) => found !== undefined);
  if (!decoded) return 'checksum';
  const version = decoded.words[0] ?? 255;
  const coder = version === 0 ? bech32 : bech32m;
  if (coder.decodeUnsafe(lower, 90) === undefined) return 'checksum';
  const program = coder.fromWordsUnsafe(decoded.words.slice(1));
  if (!program || !isKnownProgram(version, program.length)) return 'format';
  if (decoded.prefix !== network.bech32) return 'network';
  const opcode = version === 0 ? 0x00 : 0x50 + version;
  return { script: concatBytes(new Uint8Array([opcode, program.length]), program), address: lower };
}

function readBase58(text: string, network: Network): Reading {
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(text);
  } catch {
    return 'format';
  }
  if (bytes.length !== 25) return 'format';
  const [body, checksum] = [bytes.subarray(0, 21), bytes.subarray(21)];
  if (bytesToHex(hash256(body).subarray(0, 4)) !== bytesToHex(checksum)) return 'checksum';
  const [version, hash] = [bytes[0] ?? 255, bytes.subarray(1, 21)];
  if (version === network.pubKeyHash)
    return { script: concatBytes(new Uint8Array([0x76, 0xa9, 20]), hash, new Uint8Array([0x88, 0xac])), address: text };
  if (version === network.scriptHash)
    return { script: concatBytes(new Uint8Array([0xa9, 20]), hash, new Uint8Array([0x87])), address: text };
  return knownVersions.has(version) ? 'network' : 'format';
}

/** Output script of an address, and its canonical spelling; or what is wrong with it. */
export function readAddress(text: string, network: Network): Reading {
  if (!/^[0-9A-Za-z]{14,90}$/.test(text)) return 'format';
  const isSegwit = [...knownPrefixes].some((prefix) => text.toLowerCase().startsWith(`${prefix}1`));
  return isSegwit ? readSegwit(text, network) : readBase58(text, network);
}

export function checkBitcoinAddress(text: string, network: Network): AddressCheck {
  const reading = readAddress(text, network);
  return typeof reading === 'string' ? { ok: false, reason: reading } : { ok: true, address: reading.address };
}

/** BIP141 version 0 key-hash script. */
export const p2wpkhScript = (publicKey: Uint8Array): Uint8Array =>
  concatBytes(new Uint8Array([0x00, 20]), hash160(publicKey));

const tag = sha256(utf8ToBytes('TapTweak'));

/**
 * BIP 341 and 86: the x-only key, 32 bytes, of an output that is spent by its key alone. Written from the BIP, apart from the library that `build` uses.
 * @param publicKey 33 bytes, of which y is taken as even @throws ChainError `badPath` for a key that has none (probability 2^-128)
 */
export function taprootKey(publicKey: Uint8Array): Uint8Array {
  const x = publicKey.subarray(1);
  const tweak = BigInt(`0x${bytesToHex(sha256(concatBytes(tag, tag, x)))}`);
  const even = secp256k1.Point.fromBytes(concatBytes(new Uint8Array([2]), x));
  const output = tweak < secp256k1.Point.Fn.ORDER ? even.add(secp256k1.Point.BASE.multiplyUnsafe(tweak)) : undefined;
  if (!output || output.is0()) throw new ChainError('badPath', 'no taproot key');
  return output.toBytes(true).subarray(1);
}

/** BIP 341 output script of a key: version 1, and the tweaked key. */
export const p2trScript = (publicKey: Uint8Array): Uint8Array =>
  concatBytes(new Uint8Array([0x51, 32]), taprootKey(publicKey));

export const isTaprootScript = (script: Uint8Array): boolean =>
  script.length === 34 && script[0] === 0x51 && script[1] === 32;

/** Is the key of a path spent by taproot? Its branch says so, whatever its index; without a path it is as most are. */
export const isTaproot = (path: string | undefined): boolean =>
  path !== undefined && path !== '' && formOf(splitPath(path).branch) === 1;

/** The output script of our key at a path. */
export const ownScript = (publicKey: Uint8Array, path: string): Uint8Array =>
  isTaproot(path) ? p2trScript(publicKey) : p2wpkhScript(publicKey);

function base58Check(version: number, hash: Uint8Array): string {
  const body = concatBytes(new Uint8Array([version]), hash);
  return base58.encode(concatBytes(body, hash256(body).subarray(0, 4)));
}

/** Address of an output script. @returns undefined for scripts without one (bare keys, data, later witness versions) */
export function addressOfScript(script: Uint8Array, network: Network): string | undefined {
  const [first, second] = script;
  const hex = bytesToHex(script);
  if (/^76a914.{40}88ac$/.test(hex)) return base58Check(network.pubKeyHash, script.subarray(3, 23));
  if (/^a914.{40}87$/.test(hex)) return base58Check(network.scriptHash, script.subarray(2, 22));
  const version = first === 0x00 ? 0 : (first ?? 0) - 0x50;
  if (second !== script.length - 2 || !isKnownProgram(version, script.length - 2)) return undefined;
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(network.bech32, [version, ...coder.toWords(script.subarray(2))], 90);
}
