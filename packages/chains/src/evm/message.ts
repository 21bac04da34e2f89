import { messageIn, type ReadMessage, type Struct, type TypedValue } from '@holdfast/policy';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { eip191Signer, recoverAddressTyped } from 'micro-eth-signer';
import { ChainError } from '../errors.ts';
import type { MessageRules, SignedMessage, UnsignedMessage } from '../message.ts';
import { checkMessage } from '../message-check.ts';
import { ecdsaOnly, recoverKey } from '../signature.ts';
import type { EcdsaSignature } from '../types.ts';
import { evmAddressOf } from './address.ts';
import { facts } from './facts.ts';

/** Texts (EIP-191) and typed data (EIP-712). Both are hashed behind 0x19, with which no transaction and no authorisation (EIP-7702: 0x05) of the chain begins. */
const mark = 0x19;

const hex64 = (value: bigint): string => value.toString(16).padStart(64, '0');
const signatureText = ({ r, s, recid }: EcdsaSignature): string =>
  `0x${hex64(r)}${hex64(s)}${(27 + recid).toString(16)}`;

/** A library that shares no code with the reader says who made a signature of the message. */
function makerBy({ said }: ReadMessage, signature: string): string {
  if (said.form === 'text') return eip191Signer.recoverAddress(signature, utf8ToBytes(said.text));
  const { types, primaryType, domain, message } = said.typed;
  return recoverAddressTyped(signature, {
    types: Object.fromEntries([...types].map(([name, fields]) => [name, fields.map((field) => ({ ...field }))])),
    primaryType,
    domain: plain(domain),
    message: plain(message),
  } as Parameters<typeof recoverAddressTyped>[1]);
}

/** As that library takes values: what is not a number, a list or a struct is a text. */
function plain(value: TypedValue | Struct): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([k, one]) => [k, plain(one)]))
    : value;
}

/**
 * Nobody's signature, of any digest: whose it would be hangs on the digest alone. So two ways to hash name the same key only where they come to the same.
 */
const anyones: EcdsaSignature = { scheme: 'ecdsa', r: secp256k1.Point.BASE.x, s: 1n, recid: 0 };

/** @throws ChainError where the second way to hash the message comes to another digest */
function demandSame(read: ReadMessage): void {
  const here = evmAddressOf(recoverKey(anyones, read.digest));
  if (makerBy(read, signatureText(anyones)) !== here)
    throw new ChainError('sighashMismatch', 'two ways to hash differ');
}

/** @throws ChainError */
function readFor(...[chain, intent, keyAt]: Parameters<MessageRules['build']>): ReadMessage {
  checkMessage(facts, chain, intent);
  const read = messageIn(intent);
  if (!read || read.preimage[0] !== mark) throw new ChainError('badIntent', 'call');
  if (evmAddressOf(keyAt(intent.path)) !== intent.from)
    throw new ChainError('notOurs', `${intent.from} is not at ${intent.path}`);
  demandSame(read);
  return read;
}

function build(...asked: Parameters<MessageRules['build']>): UnsignedMessage {
  const [chain, intent] = asked;
  const { preimage, digest } = readFor(...asked);
  const message = bytesToHex(digest);
  return {
    ...{ family: facts.id, chain: chain.id, bytes: bytesToHex(preimage), fee: '0' },
    sighashes: [{ scheme: 'ecdsa', path: intent.path, digest: message }],
    conflict: { family: facts.id, chain: chain.id, account: intent.from, message },
  };
}

function attach(...[chain, intent, keyAt, signatures]: Parameters<MessageRules['attach']>): SignedMessage {
  const read = readFor(chain, intent, keyAt);
  const [signature] = ecdsaOnly(signatures);
  if (!signature || signatures.length !== 1) throw new ChainError('badSignature', 'exactly one is needed');
  const text = signatureText(signature);
  const makers = [evmAddressOf(recoverKey(signature, read.digest)), makerBy(read, text)];
  if (makers.some((maker) => maker !== intent.from)) throw new ChainError('badSignature', 'another key made it');
  return { signature: text, digest: `0x${bytesToHex(read.digest)}` };
}

export const messages: MessageRules = { build, attach };
