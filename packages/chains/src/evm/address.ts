import { addr } from 'micro-eth-signer';
import type { AddressCheck } from '../types.ts';

const shape = /^0x[0-9a-fA-F]{40}$/;
const nobody = `0x${'00'.repeat(20)}`;

/** @param publicKey 33 or 65 bytes @returns EIP-55 text */
export const evmAddressOf = (publicKey: Uint8Array): string => addr.fromPublicKey(publicKey);

/**
 * Mixed case is a checksum (EIP-55) and must be right; all lower or all upper carries none and is accepted. The zero address
 * is nobody's: what is sent there is burnt.
 */
export function checkEvmAddress(text: string): AddressCheck {
  if (!shape.test(text) || text === nobody) return { ok: false, reason: 'format' };
  const digits = text.slice(2);
  const address = addr.addChecksum(text.toLowerCase());
  const withoutChecksum = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return withoutChecksum || address === text ? { ok: true, address } : { ok: false, reason: 'checksum' };
}
