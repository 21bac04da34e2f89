import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import type { AddressCheck, ChainConfig } from '../types.ts';
import { isTestNetwork } from './network.ts';

/** `workchain:hash`, as messages name an account. The hash is lower-case hex. */
export type RawAddress = string;

const [bounceable, nonBounceable, testOnly] = [0x11, 0x51, 0x80] as const;
const rawShape = /^(-?\d{1,10}):([0-9a-fA-F]{64})$/;
const friendlyShape = /^(?:[A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/;
const zero = '0'.repeat(64);

/** CRC-16/XMODEM, as the user-friendly form has it. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

interface Read {
  readonly workchain: number;
  readonly hash: string;
  /** Does the form say that it is for test networks only? undefined: it says nothing. */
  readonly forTests: boolean | undefined;
}

/** Any of the forms (TEP-2), in one of the two alphabets, never a mixture. */
function readAddress(text: string): Read | 'format' | 'checksum' {
  const [raw, workchain = '', hash = ''] = rawShape.exec(text) ?? [];
  if (raw !== undefined) return { workchain: Number(workchain), hash: hash.toLowerCase(), forTests: undefined };
  if (!friendlyShape.test(text)) return 'format';
  const bytes = base64urlnopad.decode(text.replaceAll('+', '-').replaceAll('/', '_'));
  const [tag = 0, chain = 0] = bytes;
  const kind = tag & ~testOnly;
  if (kind !== bounceable && kind !== nonBounceable) return 'format';
  if (crc16(bytes.subarray(0, 34)) !== ((bytes[34] ?? 0) << 8) + (bytes[35] ?? 0)) return 'checksum';
  return {
    workchain: chain === 0xff ? -1 : chain,
    hash: bytesToHex(bytes.subarray(2, 34)),
    forTests: (tag & testOnly) !== 0,
  };
}

/** The one spelling that is kept and shown: not bounceable, so that whoever copies it can pay an account that does nothing yet. */
export function spell(chain: ChainConfig, raw: RawAddress): string {
  const [workchain = '', hash = ''] = raw.split(':');
  const tag = nonBounceable | (isTestNetwork(chain) ? testOnly : 0);
  const bytes = new Uint8Array(36);
  bytes.set([tag, Number(workchain) & 255]);
  bytes.set(hexToBytes(hash), 2);
  const crc = crc16(bytes.subarray(0, 34));
  bytes.set([crc >> 8, crc & 255], 34);
  return base64urlnopad.encode(bytes);
}

/** @param address in its one spelling, as `checkTonAddress` gives it */
export const rawOf = (address: string): RawAddress => `0:${bytesToHex(base64urlnopad.decode(address).subarray(2, 34))}`;

/**
 * Raw, bounceable and not, in either alphabet. A form for test networks is refused on the main one: whoever wrote it means other coins. Accounts of the
 * masterchain are the network's own, and the zero address is nobody's.
 */
export function checkTonAddress(chain: ChainConfig, text: string): AddressCheck {
  const read = readAddress(text);
  if (typeof read === 'string') return { ok: false, reason: read };
  if (read.forTests === true && !isTestNetwork(chain)) return { ok: false, reason: 'network' };
  if (read.workchain !== 0) return { ok: false, reason: 'network' };
  if (read.hash === zero) return { ok: false, reason: 'zero' };
  return { ok: true, address: spell(chain, `0:${read.hash}`) };
}
