/** Bytes of transactions, read and written for the stand-in alone: it shares nothing with what signers build with. */
import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { createBase58check } from '@scure/base';

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const base58check = createBase58check((bytes: Uint8Array) => Uint8Array.from(sha256(bytes)));

/** `T…` of twenty bytes, hex. */
export const addressOf = (body: string): string => base58check.encode(Uint8Array.from(Buffer.from(`41${body}`, 'hex')));
/** Twenty bytes, hex. @throws Error for what is no address */
export function bodyOf(address: string): string {
  const bytes = Buffer.from(base58check.decode(address));
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error('not an address of this chain');
  return bytes.subarray(1).toString('hex');
}
export const addressOfKey = (publicKey: Uint8Array): string => {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return addressOf(Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex'));
};

type Fields = Map<number, (bigint | Buffer)[]>;

function readFields(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('bytes end early');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const head = varint();
    const wire = tag & 7;
    if (wire !== 0 && wire !== 2) throw new Error('unknown wire type');
    const end = at + Number(head);
    const value = wire === 0 ? head : bytes.subarray(at, end);
    if (wire === 2) at = end;
    if (at > bytes.length) throw new Error('bytes end early');
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const bytesOf = (fields: Fields, n: number): Buffer => {
  const [value] = fields.get(n) ?? [];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};
const numberOf = (fields: Fields, n: number): bigint => {
  const [value] = fields.get(n) ?? [];
  return typeof value === 'bigint' ? value : 0n;
};

/** By kind, the numbers of the fields of what it does. */
const places = {
  TransferContract: { to: 2, amount: 3 },
  TriggerSmartContract: { to: 2, data: 4 },
  FreezeBalanceV2Contract: { amount: 2, resource: 3 },
  UnfreezeBalanceV2Contract: { amount: 2, resource: 3 },
  WithdrawExpireUnfreezeContract: {},
  DelegateResourceContract: { resource: 2, amount: 3, to: 4, lock: 5, lockPeriod: 6 },
  UnDelegateResourceContract: { resource: 2, amount: 3, to: 4 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;
export type Kind = keyof typeof places;
const isKind = (name: string): name is Kind => Object.hasOwn(places, name);

/** A transaction of a kind that the stand-in takes. */
export interface Tx {
  readonly id: string;
  readonly hex: string;
  /** With signature. */
  readonly bytes: number;
  readonly signer: string;
  readonly kind: Kind;
  readonly owner: string;
  /** Payee, contract, or who is delegated to; '' where there is none. */
  readonly to: string;
  readonly amount: bigint;
  readonly data: string;
  readonly resource: 'bandwidth' | 'energy';
  readonly lock: boolean;
  /** Blocks. */
  readonly lockPeriod: number;
  readonly memo: string;
  readonly refBytes: string;
  readonly refHash: string;
  readonly expiration: number;
  readonly timestamp: number;
  readonly feeLimit: bigint;
}

const address = (bytes: Buffer): string => {
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error('not an address');
  return addressOf(bytes.subarray(1).toString('hex'));
};

function signerOf(digest: Buffer, signature: Buffer): string {
  if (signature.length !== 65) throw new Error('signature size');
  const v = signature[64] ?? 0;
  const recovered = Uint8Array.from([v >= 27 ? v - 27 : v, ...signature.subarray(0, 64)]);
  return addressOfKey(secp256k1.recoverPublicKey(recovered, Uint8Array.from(digest), { prehash: false }));
}

/** @throws Error for anything but a signed transaction of a kind that is taken */
export function readTx(hex: string): Tx {
  const whole = readFields(Buffer.from(hex, 'hex'));
  const raw = bytesOf(whole, 1);
  const fields = readFields(raw);
  const contract = readFields(bytesOf(fields, 11));
  const parameter = readFields(bytesOf(contract, 2));
  const kind = bytesOf(parameter, 1).toString('latin1').replace('type.googleapis.com/protocol.', '');
  if (!isKind(kind)) throw new Error(`${kind} is not taken here`);
  const value = readFields(bytesOf(parameter, 2));
  const place: Readonly<Record<string, number>> = places[kind];
  const number = (name: string): bigint => (place[name] === undefined ? 0n : numberOf(value, place[name]));
  const id = sha256(raw);
  return {
    id: id.toString('hex'),
    hex,
    bytes: hex.length / 2,
    signer: signerOf(id, bytesOf(whole, 2)),
    kind,
    owner: address(bytesOf(value, 1)),
    to: place.to === undefined ? '' : address(bytesOf(value, place.to)),
    amount: number('amount'),
    data: place.data === undefined ? '' : bytesOf(value, place.data).toString('hex'),
    resource: number('resource') === 1n ? 'energy' : 'bandwidth',
    lock: number('lock') === 1n,
    lockPeriod: Number(number('lockPeriod')),
    memo: bytesOf(fields, 10).toString('hex'),
    refBytes: bytesOf(fields, 1).toString('hex'),
    refHash: bytesOf(fields, 4).toString('hex'),
    expiration: Number(numberOf(fields, 8)),
    timestamp: Number(numberOf(fields, 14)),
    feeLimit: numberOf(fields, 18),
  };
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}
const field = (n: number, value: bigint | Buffer): Buffer =>
  typeof value === 'bigint'
    ? Buffer.concat([varint(BigInt(n << 3)), varint(value)])
    : Buffer.concat([varint(BigInt((n << 3) | 2)), varint(BigInt(value.length)), value]);

export interface Payment {
  readonly owner: string;
  readonly to: string;
  readonly amount: bigint;
  /** '' = the chain's coin. */
  readonly contract: string;
  readonly block: { readonly id: string };
  readonly expiration: number;
  readonly timestamp: number;
  readonly memo?: string;
}

const place = (text: string): Buffer => Buffer.from(`41${bodyOf(text)}`, 'hex');
const word = (hex: string): string => hex.padStart(64, '0');

/** A payment signed by a whole key: the faucet's own. */
export function signPayment(
  { owner, to, amount, contract, block, expiration, timestamp, memo = '' }: Payment,
  secret: Uint8Array,
): string {
  const token = contract !== '';
  const call = Buffer.from(`a9059cbb${word(bodyOf(to))}${word(amount.toString(16))}`, 'hex');
  const value = token
    ? Buffer.concat([field(1, place(owner)), field(2, place(contract)), field(4, call)])
    : Buffer.concat([field(1, place(owner)), field(2, place(to)), field(3, amount)]);
  const url = `type.googleapis.com/protocol.${token ? 'TriggerSmartContract' : 'TransferContract'}`;
  const parameter = Buffer.concat([field(1, Buffer.from(url)), field(2, value)]);
  const raw = Buffer.concat([
    field(1, Buffer.from(block.id.slice(12, 16), 'hex')),
    field(4, Buffer.from(block.id.slice(16, 32), 'hex')),
    field(8, BigInt(expiration)),
    ...(memo === '' ? [] : [field(10, Buffer.from(memo))]),
    field(11, Buffer.concat([field(1, token ? 31n : 1n), field(2, parameter)])),
    field(14, BigInt(timestamp)),
    ...(token ? [field(18, 100_000_000n)] : []),
  ]);
  const made = secp256k1.sign(Uint8Array.from(sha256(raw)), secret, {
    prehash: false,
    lowS: true,
    format: 'recovered',
  });
  const signature = Buffer.from([...made.subarray(1), 27 + (made[0] ?? 0)]);
  return Buffer.concat([field(1, raw), field(2, signature)]).toString('hex');
}
