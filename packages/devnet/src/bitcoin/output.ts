import { Address, OutScript } from '@scure/btc-signer';
import { codes, reject } from './errors.ts';

export const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

export type OutputType =
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_v1_taproot'
  | 'pubkeyhash'
  | 'scripthash'
  | 'pubkey'
  | 'nulldata'
  | 'nonstandard';

const shapes: readonly (readonly [OutputType, RegExp])[] = [
  ['witness_v0_keyhash', /^0014.{40}$/],
  ['witness_v0_scripthash', /^0020.{64}$/],
  ['witness_v1_taproot', /^5120.{64}$/],
  ['pubkeyhash', /^76a914.{40}88ac$/],
  ['scripthash', /^a914.{40}87$/],
  ['pubkey', /^(21.{66}|41.{130})ac$/],
  ['nulldata', /^6a/],
];

export function outputType(script: Buffer): OutputType {
  const hex = script.toString('hex');
  return shapes.find(([, shape]) => shape.test(hex))?.[0] ?? 'nonstandard';
}

/** Least value that is worth spending at 3 sat/vB (Bitcoin Core's GetDustThreshold). */
export function dustLimit(script: Buffer): bigint {
  const type = outputType(script);
  if (type === 'nulldata') return 0n;
  const spendSize = type.startsWith('witness') ? 67 : 148;
  return BigInt(8 + 1 + script.length + spendSize) * 3n;
}

export function addressOfScript(script: Buffer): string | undefined {
  try {
    return Address(regtest).encode(OutScript.decode(script));
  } catch {
    return undefined;
  }
}

/** @throws NodeError -5 for an address of another network or with a typing error */
export function scriptOfAddress(address: string): Buffer {
  try {
    return Buffer.from(OutScript.encode(Address(regtest).decode(address)));
  } catch {
    return reject('Invalid address', codes.notFound);
  }
}
