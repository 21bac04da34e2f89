import { Address, type Message, type TupleItem } from '@ton/core';
import { messageCell, unpacked } from './machine.ts';
import { localNetwork } from './names.ts';
import { type StoredBlock, shardTimeOf, type TonNode } from './node.ts';
import { lookupHash, type TonTx } from './transactions.ts';

/** Blocks, transactions and trees as toncenter's `/api/v3` shows them; of each the fields that say something here. */

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const upper = (address: unknown): string | null =>
  Address.isAddress(address) ? address.toRawString().toUpperCase() : null;

export const blockJson = ({ height, hash, time, txs }: StoredBlock) => ({
  workchain: -1,
  shard: '8000000000000000',
  seqno: height,
  root_hash: base64Of(hash),
  file_hash: base64Of(hash),
  global_id: localNetwork,
  gen_utime: String(time),
  tx_count: txs.length,
  prev_blocks: height === 1 ? [] : [{ workchain: -1, shard: '8000000000000000', seqno: height - 1 }],
});

/** The block of the one shard, of which nothing else is known. */
export const shardJson = (block: StoredBlock) => ({
  ...blockJson(block),
  workchain: 0,
  gen_utime: String(shardTimeOf(block)),
  prev_blocks: [],
});

export function messageJson(message: Message) {
  const { info, body } = message;
  const internal = info.type === 'internal' ? info : undefined;
  return {
    hash: messageCell(message).hash().toString('base64'),
    ...(info.type === 'external-in' ? { hash_norm: lookupHash(message) } : {}),
    source: upper(info.src),
    destination: upper(info.dest),
    value: internal ? String(internal.value.coins) : null,
    fwd_fee: internal ? String(internal.forwardFee) : null,
    created_lt: internal ? String(internal.createdLt) : null,
    bounce: internal?.bounce ?? null,
    bounced: internal?.bounced ?? null,
    message_content: { hash: body.hash().toString('base64'), body: body.toBoc().toString('base64') },
    init_state: null,
  };
}

function phasesOf({ tx: { description } }: TonTx) {
  if (description.type !== 'generic') return { type: description.type, aborted: false };
  const { computePhase: compute, actionPhase: action, aborted } = description;
  const skipped = { skipped: true, reason: compute.type === 'skipped' ? compute.reason.replace('-', '_') : '' };
  return {
    type: 'ord',
    aborted,
    compute_ph: compute.type === 'skipped' ? skipped : { success: compute.success, exit_code: compute.exitCode },
    ...(action
      ? { action: { success: action.success, result_code: action.resultCode, skipped_actions: action.skippedActions } }
      : {}),
  };
}

const stateJson = (account: string | undefined) => {
  const storage = account === undefined ? undefined : unpacked(account).account?.storage;
  const code = storage?.state.type === 'active' ? storage.state.state.code : undefined;
  return {
    balance: storage ? String(storage.balance.coins) : null,
    code_hash: code ? code.hash().toString('base64') : null,
  };
};

const written = new WeakMap<TonTx, ReturnType<typeof writeTx>>();

/** Written once: whoever looks for what an account lost asks for its last transactions again and again. */
export function txJson(stored: TonTx) {
  const known = written.get(stored) ?? writeTx(stored);
  written.set(stored, known);
  return known;
}

function writeTx(stored: TonTx) {
  const { tx, hash, trace, at, height, account, before } = stored;
  return {
    account: at.toUpperCase(),
    hash,
    lt: String(tx.lt),
    now: tx.now,
    mc_block_seqno: height,
    trace_id: trace,
    orig_status: tx.oldStatus,
    end_status: tx.endStatus,
    total_fees: String(tx.totalFees.coins),
    description: phasesOf(stored),
    in_msg: tx.inMessage ? messageJson(tx.inMessage) : null,
    out_msgs: tx.outMessages.values().map(messageJson),
    account_state_before: stateJson(before),
    account_state_after: stateJson(account),
  };
}

interface Branch {
  readonly tx_hash: string;
  readonly children: readonly Branch[];
}

function branchOf(all: readonly TonTx[], of: TonTx): Branch {
  const sent = of.tx.outMessages.values().map(lookupHash);
  const caused = all.filter(({ tx }) => tx.inMessage && sent.includes(lookupHash(tx.inMessage)));
  return { tx_hash: of.hash, children: caused.map((next) => branchOf(all, next)) };
}

export function traceJson(node: TonNode, trace: string) {
  const all = node.txs.ofTrace(trace);
  const [root] = all;
  if (!root) return undefined;
  const pending = node.waiting().filter((one) => one.trace === trace).length;
  return {
    trace_id: trace,
    mc_seqno_start: String(root.height),
    mc_seqno_end: String(all.at(-1)?.height ?? root.height),
    trace_info: {
      trace_state: pending === 0 ? 'complete' : 'pending',
      transactions: all.length,
      pending_messages: pending,
    },
    is_incomplete: false,
    trace: branchOf(all, root),
    transactions_order: all.map(({ hash }) => hash),
    transactions: Object.fromEntries(all.map((one) => [one.hash, txJson(one)])),
  };
}

export const stackJson = (items: readonly TupleItem[]) =>
  items.map((item) => {
    if (item.type === 'int') return { type: 'num', value: `${item.value < 0n ? '-' : ''}0x${abs(item.value)}` };
    if (item.type === 'cell' || item.type === 'slice' || item.type === 'builder')
      return { type: 'cell', value: item.cell.toBoc().toString('base64') };
    return { type: item.type, value: null };
  });

const abs = (value: bigint): string => (value < 0n ? -value : value).toString(16);
