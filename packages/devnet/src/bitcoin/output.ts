import { bech32m } from '@scure/base';
import { Address, OutScript } from '@scure/btc-signer';
import { codes, reject } from './errors.ts';

export const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

export type OutputType =
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_v1_taproot'
  | 'witness_unknown'
  | 'anchor'
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
  ['anchor', /^51024e73$/],
];

/** Version 1 to 16 with a program of 2 to 40 bytes (BIP141). */
function isWitness(script: Buffer): boolean {
  const [version = 0, length = 0] = script;
  return version > 0x50 && version <= 0x60 && length >= 2 && length <= 40 && script.length === length + 2;
}

/** After OP_RETURN nothing but pushes. */
function isNullData(script: Buffer): boolean {
  if (script[0] !== 0x6a) return false;
  for (let at = 1; at < script.length; ) {
    const code = script[at] ?? 0xff;
    if (code > 0x60) return false;
    const wide = code === 0x4c ? 1 : code === 0x4d ? 2 : code === 0x4e ? 4 : 0;
    at += 1 + wide + (wide > 0 ? script.readUIntLE(at + 1, wide) : code < 0x4c ? code : 0);
    if (at > script.length) return false;
  }
  return true;
}

/** `-datacarriersize`: bytes of an OP_RETURN script. */
const maxData = 83;

export function outputType(script: Buffer): OutputType {
  const hex = script.toString('hex');
  const shape = shapes.find(([, each]) => each.test(hex))?.[0];
  if (shape) return shape;
  if (isWitness(script)) return 'witness_unknown';
  return script.length <= maxData && isNullData(script) ? 'nulldata' : 'nonstandard';
}

export const isUnspendable = (script: Buffer): boolean => script[0] === 0x6a || script.length > 10_000;

/** Least value that is worth spending at 3 sat/vB (Bitcoin Core's GetDustThreshold). */
export function dustLimit(script: Buffer): bigint {
  const type = outputType(script);
  if (type === 'nulldata') return 0n;
  const spendSize = type.startsWith('witness') || type === 'anchor' ? 67 : 148;
  return BigInt(8 + 1 + script.length + spendSize) * 3n;
}

export function addressOfScript(script: Buffer): string | undefined {
  if (outputType(script) === 'witness_unknown') {
    const [version = 0] = script;
    return bech32m.encode(regtest.bech32, [version - 0x50, ...bech32m.toWords(script.subarray(2))]);
  }
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
    return reject('Error: Invalid address', codes.notFound);
  }
}
