import { Address, Cell, type TupleItem } from '@ton/core';
import { unpacked } from './machine.ts';
import type { TonNode } from './node.ts';
import { blockJson, shardJson, stackJson, traceJson, txJson } from './wire.ts';

type Query = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;
type Answer = Promise<object> | object;

const sameHash = (asked: string): string =>
  /^[0-9a-fA-F]{64}$/.test(asked)
    ? Buffer.from(asked, 'hex').toString('base64')
    : asked.replaceAll('-', '+').replaceAll('_', '/');

const page = <T>(all: readonly T[], { offset = '0', limit = '100' }: Query): T[] =>
  all.slice(Number(offset), Number(offset) + Number(limit));

function blocks(node: TonNode, { seqno, root_hash }: Query) {
  // The first block has height 1.
  const at = seqno === undefined ? node.blocks : node.blocks.slice(Number(seqno) - 1, Number(seqno));
  const wanted = root_hash === undefined ? undefined : Buffer.from(sameHash(root_hash), 'base64').toString('hex');
  const found = at.filter(({ hash }) => wanted === undefined || hash === wanted);
  return { blocks: found.slice(0, 1_000).map(blockJson) };
}

/** How far the shards were that a block of the masterchain names: there is one. */
function shardState(node: TonNode, { seqno }: Query) {
  const block = node.blocks[Number(seqno) - 1];
  return { blocks: block ? [shardJson(block)] : [] };
}

function traces(node: TonNode, { msg_hash, tx_hash, trace_id }: Query) {
  const wanted = sameHash(trace_id ?? tx_hash ?? msg_hash ?? '');
  const named = tx_hash === undefined ? node.txs.byMessage(wanted) : node.txs.byHash(wanted);
  const found = traceJson(node, trace_id === undefined ? (named?.trace ?? '') : wanted);
  return { traces: found ? [found] : [] };
}

function transactions(node: TonNode, query: Query) {
  const account = query.account?.toLowerCase();
  const of = account === undefined ? node.txs.all : node.txs.ofAccount(account);
  const last = query.end_lt === undefined ? undefined : BigInt(query.end_lt);
  const upTo = last === undefined ? of : of.filter(({ tx }) => tx.lt <= last);
  const found = query.hash === undefined ? upTo : upTo.filter(({ hash }) => hash === sameHash(query.hash ?? ''));
  return { transactions: page(query.sort === 'asc' ? found : found.toReversed(), query).map(txJson) };
}

function accountStates(node: TonNode, { address = '' }: Query) {
  const raw = Address.parse(address).toRawString();
  const known = node.accounts.get(raw);
  const account = known === undefined ? undefined : unpacked(known).account;
  const type = account?.storage.state.type;
  const status = type === 'uninit' ? 'uninit' : (type ?? 'nonexist');
  return {
    accounts: [{ address: raw.toUpperCase(), balance: String(account?.storage.balance.coins ?? 0n), status }],
  };
}

const itemOf = ({ type, value }: { type: string; value: string }): TupleItem =>
  type === 'num'
    ? { type: 'int', value: BigInt(value) }
    : { type: type === 'slice' ? 'slice' : 'cell', cell: Cell.fromBase64(value) };

async function runGetMethod(node: TonNode, body: Body) {
  const stack = (body.stack as { type: string; value: string }[] | undefined) ?? [];
  const now = node.blocks.at(-1)?.time ?? 0;
  const { exitCode, stack: out } = await node.machine.get(
    node.accounts,
    Address.parse(String(body.address)),
    String(body.method),
    stack.map(itemOf),
    now,
  );
  return { exit_code: exitCode, gas_used: 0, stack: stackJson(out) };
}

async function message(node: TonNode, { boc }: Body) {
  await node.send(String(boc));
  const cell = Cell.fromBase64(String(boc));
  return { message_hash: cell.hash().toString('base64') };
}

/** What is asked for, by the last part of the path. */
export const asked: Readonly<Record<string, (node: TonNode, query: Query) => Answer>> = {
  masterchainInfo: ({ blocks: all }) => {
    const [first, last] = [all[0], all.at(-1)];
    return { first: first && blockJson(first), last: last && blockJson(last) };
  },
  blocks,
  masterchainBlockShardState: shardState,
  transactions,
  transactionsByMasterchainBlock: (node, query) => ({
    transactions: page(node.txs.inBlock(Number(query.seqno)), query).map(txJson),
  }),
  traces,
  accountStates,
};

export const posted: Readonly<Record<string, (node: TonNode, body: Body) => Answer>> = { runGetMethod, message };
