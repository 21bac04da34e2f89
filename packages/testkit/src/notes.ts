/**
 * Chain families made up for tests of signing: a transaction is a text that says who pays whom, signed by the schemes that its plan names, each over the
 * same text. They have no node. Ed25519 is verified by OpenSSL, BIP 340 and ECDSA by noble's plain verifiers.
 */
import { createPublicKey, verify } from 'node:crypto';
import {
  type ChainConfig,
  ChainError,
  type Curve,
  familyOf,
  groupKeyAt,
  type KeyRoots,
  type Scheme,
  type SigHash,
  type Signature,
  signatureToWire,
  type UnsignedTx,
} from '@holdfast/chains';
import { type FamilyOf, opaque, registerFamily } from '@holdfast/chains/register';
import { taprootOutputKey } from '@holdfast/mpc';
import { canonicalText } from '@holdfast/policy';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

interface Note {
  readonly chain: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly nonce: string;
}
type NotePlan = { readonly family: string; readonly nonce: string; readonly schemes: readonly Scheme[] };
interface UnsignedNote extends UnsignedTx {
  readonly path: string;
  readonly publicKey: string;
}
type Typed = FamilyOf<NotePlan, UnsignedNote>;

export interface NoteFamily {
  readonly id: string;
  readonly coinType: number;
  readonly curve: Curve;
}

const sighashOf: { readonly [S in Scheme]: (path: string, bytes: Uint8Array) => Extract<SigHash, { scheme: S }> } = {
  ecdsa: (path, bytes) => ({ scheme: 'ecdsa', path, digest: bytesToHex(sha256(bytes)) }),
  ed25519: (path, bytes) => ({ scheme: 'ed25519', path, message: bytesToHex(bytes) }),
  schnorr: (path, bytes) => ({ scheme: 'schnorr', path, digest: bytesToHex(sha256(bytes)) }),
};

const spkiHeader = Buffer.from('302a300506032b6570032100', 'hex');
function isGood(signature: Signature, bytes: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.scheme === 'ed25519') {
    const key = createPublicKey({ key: Buffer.concat([spkiHeader, publicKey]), format: 'der', type: 'spki' });
    return verify(null, bytes, key, signature.bytes);
  }
  if (signature.scheme === 'schnorr')
    return schnorr.verify(signature.bytes, sha256(bytes), taprootOutputKey(publicKey));
  const compact = new secp256k1.Signature(signature.r, signature.s).toBytes('compact');
  return secp256k1.verify(compact, sha256(bytes), publicKey, { prehash: false, lowS: true });
}

function readNote(bytes: Uint8Array): Note {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const { chain, from, to, amount, nonce } = JSON.parse(text) as Note;
  const note: Note = { chain, from, to, amount, nonce };
  if (canonicalText({ ...note }) !== text) throw new ChainError('badBytes', 'not a note');
  return note;
}

const buildFor =
  (id: string): Typed['build'] =>
  (chain, intent, { nonce, schemes }, keyAt) => {
    const [output] = intent.outputs;
    const [to, amount] = [output?.address ?? '', output?.amount ?? ''];
    const bytes = utf8ToBytes(canonicalText({ chain: chain.id, from: intent.from, to, amount, nonce }));
    return {
      family: id,
      chain: chain.id,
      bytes: bytesToHex(bytes),
      sighashes: schemes.map((scheme) => sighashOf[scheme](intent.path, bytes)),
      fee: '1',
      conflict: { family: id, chain: chain.id, account: intent.from, nonce },
      path: intent.path,
      publicKey: bytesToHex(keyAt(intent.path)),
    };
  };

const decodeFor =
  (id: string): Typed['decode'] =>
  (_, { bytes, path, sighashes }) => {
    const { chain, from, to, amount, nonce } = readNote(hexToBytes(bytes));
    return {
      family: id,
      chain,
      sources: [{ path, address: from, amount }],
      outputs: [{ address: to, amount, contract: '' }],
      fee: '1',
      conflict: { family: id, chain, account: from, nonce },
      sighashes,
      plan: { nonce },
    };
  };

const attach: Typed['attach'] = (_, { bytes, publicKey, sighashes }, signatures) => {
  const areGood = sighashes.every(({ scheme }, n) => {
    const signature = signatures[n];
    return signature?.scheme === scheme && isGood(signature, hexToBytes(bytes), hexToBytes(publicKey));
  });
  if (!areGood || signatures.length !== sighashes.length)
    throw new ChainError('badSignature', 'another scheme, another key, or not all');
  const raw = bytesToHex(utf8ToBytes(JSON.stringify([bytes, signatures.map(signatureToWire)])));
  return { raw, txid: bytesToHex(sha256(hexToBytes(raw))) };
};

function readPlan(id: string, value: unknown): NotePlan {
  const { family, nonce, schemes } = value as NotePlan;
  const known = schemes.length > 0 && schemes.every((scheme) => Object.hasOwn(sighashOf, scheme));
  if (family !== id || !/^\d{1,9}$/.test(nonce) || !known) throw new ChainError('badPlan', 'nonce or schemes');
  return { family, nonce, schemes };
}

/** A plan as its family is usually signed. */
export const notePlan = ({ id, curve }: NoteFamily, nonce: bigint, schemes?: readonly Scheme[]): NotePlan => ({
  family: id,
  nonce: String(nonce),
  schemes: schemes ?? [curve === 'ed25519' ? 'ed25519' : 'schnorr'],
});

const familyFrom = (made: NoteFamily): Typed => ({
  id: made.id,
  curve: made.curve,
  coinType: made.coinType,
  conflict: `${made.id}-note`,
  maxOutputs: 1,
  model: 'account',
  memo: 'none',
  networkIsSigned: true,
  hasContracts: false,
  namesCalls: false,
  hasAllowances: false,
  tokensByContract: false,
  hasCalls: false,
  addressPattern: '^[0-9a-f]{64}$',
  feeUnit: 'drop',
  waitSeconds: [1, 1, 1],
  addressOf: (_, publicKey) => bytesToHex(made.curve === 'ed25519' ? publicKey : taprootOutputKey(publicKey)),
  checkAddress: (_, address) =>
    /^[0-9a-f]{64}$/.test(address) ? { ok: true, address } : { ok: false, reason: 'format' },
  leastPayment: () => 1n,
  readPlan: (value) => readPlan(made.id, value),
  changePathOf: () => '',
  untilOf: () => undefined,
  build: buildFor(made.id),
  decode: decodeFor(made.id),
  compare: ({ plan, decoded }, same) => same('plan.nonce', plan.nonce, String(decoded.plan.nonce)),
  attach,
  laneOf: ({ chain, account, nonce }) => `${chain}|${account}|${BigInt(nonce)}`,
  planAt: (nonce) => notePlan(made, nonce),
  gasWithoutEstimate: () => 1n,
  feeOffer: ({ level, rate, plan }) => ({ level, rate, fee: 1n, maxFee: 1n, plan }),
  replaceFees: (old) => old,
});

/** Signed with Ed25519. */
export const inked: NoteFamily = { id: 'inked', coinType: 7001, curve: 'ed25519' };
/** Signed with Schnorr, or whatever else its curve has. */
export const brushed: NoteFamily = { id: 'brushed', coinType: 7002, curve: 'secp256k1' };

/** Makes both known in this process. */
export function registerNotes(): void {
  for (const family of [inked, brushed])
    registerFamily(opaque(familyFrom(family)), (chain) => {
      throw new Error(`${chain.id} has no node`);
    });
}

/** A chain of such a family, as a configuration has it. */
export const noteChain = ({ id }: NoteFamily): ChainConfig => ({
  id: `${id}:test`,
  family: id,
  name: id,
  baseSymbol: 'INK',
  rpcUrl: '',
  confirmations: { deposit: 1, withdraw: 1 },
  maxFee: '10',
  assets: [
    {
      symbol: 'INK',
      name: 'Ink',
      decimals: 0,
      contract: '',
      minWithdraw: '1',
      maxWithdraw: '1000000',
      minDeposit: '1',
    },
  ],
});

/** What an intent on such a chain says of the chain and of who pays; the rest is as for any. */
export function noteFields(family: NoteFamily, roots: KeyRoots) {
  const chain = noteChain(family);
  const path = `m/${family.coinType}/7/0/0`;
  const coin = { symbol: chain.baseSymbol, contract: '', decimals: '0' };
  const from = familyOf(chain).addressOf(chain, groupKeyAt(roots, path));
  return { chain: chain.id, path, from, asset: coin, feeAsset: coin, maxFee: '10', conflict: `${family.id}-note` };
}

export const notePayee = '11'.repeat(32);
