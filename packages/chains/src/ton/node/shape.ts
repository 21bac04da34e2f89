import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { RpcError } from '../../rpc/errors.ts';
import { countOf, type Fields, fieldsOf, listOf, textOf } from '../../rpc/shape.ts';
import type { RawAddress } from '../address.ts';
import { type ReadCell, readBoc, sliceOf } from '../boc.ts';

/** Checks of what a node says of transactions and messages. Hashes become lower-case hex, amounts nanotons. */

const bad = (what: string): never => {
  throw new RpcError('badAnswer', what);
};

/** 32 bytes in base64 → hex. */
export const tonHashOf = (value: unknown, what: string): string => {
  const text = textOf(value, /^[A-Za-z0-9+/]{43}=$/, what);
  return bytesToHex(base64.decode(text));
};

export const rawAddressOf = (value: unknown, what: string): RawAddress =>
  textOf(value, /^-?\d{1,3}:[0-9a-fA-F]{64}$/, what).toLowerCase();

export const nanotonsOf = (value: unknown, what: string): bigint => BigInt(textOf(value, /^\d{1,40}$/, what));

export interface TonMessage {
  /** '' for one that came from outside. */
  readonly from: RawAddress;
  /** '' for one that goes nowhere. */
  readonly to: RawAddress;
  readonly value: bigint;
  readonly bounce: boolean;
  readonly bounced: boolean;
  readonly hash: string;
  /** undefined where the node has none, or none that can be read. */
  readonly body: ReadCell | undefined;
  /** The first 32 bits of the body; undefined where there are fewer. */
  readonly op: number | undefined;
}

/** How the code of an account ended. */
export interface TonExit {
  /** Why no code ran, as nodes name it (`no_state`, …). */
  readonly skipped?: string;
  /** Of the code; 0 and 1 are success. */
  readonly compute?: number;
  /** Of what the code wanted to be done; 0 is success. */
  readonly action?: number;
}

export interface TonTx {
  readonly account: RawAddress;
  readonly hash: string;
  /** Logical time: greater is later. */
  readonly lt: bigint;
  readonly height: number;
  /** Of the first transaction of the tree that it belongs to. */
  readonly trace: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly aborted: boolean;
  readonly exit: TonExit;
  /** Nanotons that the account paid for it. */
  readonly fees: bigint;
  /** undefined for what the network does by itself. */
  readonly in: TonMessage | undefined;
  readonly out: readonly TonMessage[];
  /** Nanotons that the account had before it. */
  readonly before: bigint;
  /** And after it. */
  readonly balance: bigint;
  /** Hash of the code that the account has after it, hex; '' where it has none, or the node does not say. */
  readonly code: string;
}

/** A body that is no bag of cells is nothing that we know. */
function bodyOf(value: unknown): ReadCell | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return readBoc(base64.decode(value));
  } catch {
    return undefined;
  }
}

function opOf(body: ReadCell | undefined): number | undefined {
  if (body === undefined || body.exotic || body.bitLength < 32) return undefined;
  return Number(sliceOf(body).uint(32));
}

const optional = <T>(value: unknown, read: (value: unknown) => T, otherwise: T): T =>
  value === null || value === undefined || value === '' ? otherwise : read(value);

function readMessage(value: unknown): TonMessage {
  const message = fieldsOf(value, 'message');
  const content = fieldsOf(message.message_content ?? {}, 'message_content');
  const body = bodyOf(content.body);
  return {
    from: optional(message.source, (text) => rawAddressOf(text, 'message.source'), ''),
    to: optional(message.destination, (text) => rawAddressOf(text, 'message.destination'), ''),
    value: optional(message.value, (text) => nanotonsOf(text, 'message.value'), 0n),
    bounce: message.bounce === true,
    bounced: message.bounced === true,
    hash: tonHashOf(message.hash, 'message.hash'),
    body,
    op: opOf(body),
  };
}

const codeOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? Number(value) : undefined);

function readExit(description: Fields): TonExit {
  const compute = fieldsOf(description.compute_ph ?? {}, 'compute_ph');
  const [ran, done] = [codeOf(compute.exit_code), codeOf(fieldsOf(description.action ?? {}, 'action').result_code)];
  if (compute.skipped === true) return { skipped: typeof compute.reason === 'string' ? compute.reason : '' };
  return { ...(ran === undefined ? {} : { compute: ran }), ...(done === undefined ? {} : { action: done }) };
}

export function readTonTx(value: unknown): TonTx {
  const tx = fieldsOf(value, 'transaction');
  const description: Fields = fieldsOf(tx.description, 'description');
  const code = fieldsOf(tx.account_state_after, 'account_state_after').code_hash;
  const balanceIn = (field: 'account_state_before' | 'account_state_after'): bigint =>
    optional(fieldsOf(tx[field], field).balance, (text) => nanotonsOf(text, `${field}.balance`), 0n);
  return {
    account: rawAddressOf(tx.account, 'account'),
    hash: tonHashOf(tx.hash, 'hash'),
    lt: nanotonsOf(tx.lt, 'lt'),
    height: countOf(tx.mc_block_seqno, 'mc_block_seqno'),
    trace: tonHashOf(tx.trace_id, 'trace_id'),
    time: countOf(tx.now, 'now') * 1_000,
    aborted: typeof description.aborted === 'boolean' ? description.aborted : bad('aborted'),
    exit: readExit(description),
    fees: optional(tx.total_fees, (text) => nanotonsOf(text, 'total_fees'), 0n),
    in: optional<TonMessage | undefined>(tx.in_msg, readMessage, undefined),
    out: listOf(tx.out_msgs, 'out_msgs').map(readMessage),
    before: balanceIn('account_state_before'),
    balance: balanceIn('account_state_after'),
    code: optional(code, (hash) => tonHashOf(hash, 'code_hash'), ''),
  };
}
