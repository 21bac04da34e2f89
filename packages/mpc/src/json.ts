import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { fault } from './abort.ts';
import { checkParties } from './parties.ts';
import { checkShare, holdersOf } from './share.ts';
import type { KeyShare, PairState, PartyId } from './types.ts';

/** Text forms of what a party keeps. Both hold secrets: store them encrypted. */
export function shareToJson(key: KeyShare): string {
  const shares = holdersOf(key).map((party): [string, string] => [
    String(party),
    bytesToHex(key.verifyingShares[party] ?? new Uint8Array()),
  ]);
  return JSON.stringify({
    v: 1,
    curve: key.curve,
    t: key.t,
    n: key.n,
    me: key.me,
    share: key.share.toString(16).padStart(64, '0'),
    groupPublic: bytesToHex(key.groupPublic),
    verifyingShares: Object.fromEntries(shares),
    chainCode: bytesToHex(key.chainCode),
    epoch: key.epoch,
  });
}

/**
 * Strict: exact fields, canonical encodings, and a share that fits the public key (`checkShare`). Throws a fault otherwise.
 * @param check what is asked of the share beside its form; only who has had this very text checked before leaves that out
 */
export function shareFromJson(text: string, check: (key: KeyShare) => KeyShare = checkShare): KeyShare {
  const fields = fieldsOf(text, [
    'curve',
    't',
    'n',
    'me',
    'share',
    'groupPublic',
    'verifyingShares',
    'chainCode',
    'epoch',
  ]);
  const curve = fields.curve;
  if (curve !== 'secp256k1' && curve !== 'ed25519') throw fault('unknown curve');
  const pointBytes = curve === 'secp256k1' ? 33 : 32;
  const verifyingShares: Record<PartyId, Uint8Array> = {};
  for (const [party, hex] of Object.entries(recordOf(fields.verifyingShares))) {
    if (String(Number(party)) !== party) throw fault('malformed party id');
    verifyingShares[Number(party)] = bytes(hex, pointBytes);
  }
  return check({
    curve,
    t: integer(fields.t),
    n: integer(fields.n),
    me: integer(fields.me),
    share: BigInt(`0x${bytesToHex(bytes(fields.share, 32))}`),
    groupPublic: bytes(fields.groupPublic, pointBytes),
    verifyingShares,
    chainCode: bytes(fields.chainCode, 32),
    epoch: integer(fields.epoch),
  });
}

/** Length in bytes of each part of a pair set-up. */
const pairParts = { groupPublic: 33, id: 32, choice: 16, chosenSeeds: 4096, seedPairs: 8192, zeroSeed: 32 } as const;

export function pairToJson(pair: PairState): string {
  const names = Object.keys(pairParts) as (keyof typeof pairParts)[];
  const hex = names.map((name): [string, string] => [name, bytesToHex(pair[name])]);
  return JSON.stringify({ v: 1, me: pair.me, other: pair.other, epoch: pair.epoch, ...Object.fromEntries(hex) });
}

/** Strict: exact fields and lengths. Throws a fault otherwise. */
export function pairFromJson(text: string): PairState {
  const fields = fieldsOf(text, ['me', 'other', 'epoch', ...Object.keys(pairParts)]);
  const [me, other] = [integer(fields.me), integer(fields.other)];
  checkParties([me, other]);
  return {
    v: 1,
    me,
    other,
    epoch: integer(fields.epoch),
    groupPublic: bytes(fields.groupPublic, pairParts.groupPublic),
    id: bytes(fields.id, pairParts.id),
    choice: bytes(fields.choice, pairParts.choice),
    chosenSeeds: bytes(fields.chosenSeeds, pairParts.chosenSeeds),
    seedPairs: bytes(fields.seedPairs, pairParts.seedPairs),
    zeroSeed: bytes(fields.zeroSeed, pairParts.zeroSeed),
  };
}

function fieldsOf(text: string, names: readonly string[]): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault('not JSON');
  }
  const fields = recordOf(value);
  const expected = ['v', ...names].sort().join();
  if (fields.v !== 1 || Object.keys(fields).sort().join() !== expected) throw fault('unknown format');
  return fields;
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault('expected a record');
  return value as Record<string, unknown>;
}

function integer(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw fault('expected a whole number');
  return value;
}

function bytes(value: unknown, length: number): Uint8Array {
  if (typeof value !== 'string' || !/^[0-9a-f]*$/.test(value) || value.length !== 2 * length)
    throw fault('malformed hex');
  return hexToBytes(value);
}
