import { randomBytes } from 'node:crypto';
import { recoverKey } from '@holdfast/chains/register';
import type { BroadcastResult } from '@holdfast/chains/rpc';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { slateAddressOf } from './address.ts';
import { digestOf, readTx, type SlateTx, signatureBytes, txidOf } from './bytes.ts';
import { chargeOf } from './family.ts';

/** A signed transaction, or coins out of nowhere (`nonce` undefined), which cost nothing. */
interface Entry extends Pick<SlateTx, 'from' | 'to' | 'contract' | 'amount'> {
  readonly txid: string;
  readonly nonce: bigint | undefined;
  readonly fee: bigint;
}
export interface Mined extends Entry {
  /** Place in the block. */
  readonly index: number;
  /** Without it only the fee was paid. */
  readonly success: boolean;
}
export interface SlateBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly time: number;
  readonly entries: readonly Mined[];
}
export interface Ledger {
  readonly chain: string;
  /** The best chain from block 0 on. */
  blocks: SlateBlock[];
  /** Blocks that were on the best chain once: nodes still know them by hash. */
  readonly abandoned: SlateBlock[];
  /** Sent, and in no block. */
  waiting: Entry[];
  /** Everything that was ever sent, in order, repetitions too. */
  readonly sent: string[];
}

const seconds = 1_000;

export function newLedger(chain: string): Ledger {
  const ledger: Ledger = { chain, blocks: [], abandoned: [], waiting: [], sent: [] };
  mineBlock(ledger);
  return ledger;
}

const key = (address: string, contract: string): string => `${address} ${contract}`;

/** What everybody holds, by address and contract, and each account's next nonce, after the block at `height`. */
export function stateAt({ blocks }: Ledger, height = blocks.length - 1) {
  const [held, nonces] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const add = (address: string, contract: string, amount: bigint) =>
    held.set(key(address, contract), (held.get(key(address, contract)) ?? 0n) + amount);
  const apply = ({ nonce, fee, success, from, to, contract, amount }: Mined): void => {
    if (success) add(to, contract, amount);
    if (nonce === undefined) return;
    nonces.set(from, nonce + 1n);
    add(from, '', -fee);
    if (success) add(from, contract, -amount);
  };
  for (const { entries } of blocks.slice(0, height + 1)) for (const entry of entries) apply(entry);
  return {
    apply,
    balance: (address: string, contract: string): bigint => held.get(key(address, contract)) ?? 0n,
    nonce: (address: string): bigint => nonces.get(address) ?? 0n,
  };
}

const byNonce = (a: Entry, b: Entry): number => Number((a.nonce ?? -1n) - (b.nonce ?? -1n));

/** Everything that waits and can be mined goes into one block; what has to wait for a nonce goes on waiting. */
export function mineBlock(ledger: Ledger): void {
  const state = stateAt(ledger);
  const entries: Mined[] = [];
  for (const entry of ledger.waiting.toSorted(byNonce)) {
    const { nonce, from, contract, amount, fee } = entry;
    if (nonce !== undefined && nonce !== state.nonce(from)) continue;
    const success = nonce === undefined || state.balance(from, contract) >= amount + (contract === '' ? fee : 0n);
    const mined = { ...entry, index: entries.length, success };
    state.apply(mined);
    entries.push(mined);
  }
  const done = new Set(entries.map(({ txid }) => txid));
  ledger.waiting = ledger.waiting.filter(({ txid }) => !done.has(txid));
  const [height, last] = [ledger.blocks.length, ledger.blocks.at(-1)];
  const hash = randomBytes(32).toString('hex');
  const time = (last?.time ?? Date.now()) + seconds;
  ledger.blocks.push({ height, hash, parent: last?.hash ?? '0'.repeat(64), time, entries });
}

/** Takes the last `depth` blocks back; their transactions wait again. */
export function abandon(ledger: Ledger, depth: number): void {
  const gone = ledger.blocks.splice(-depth);
  ledger.abandoned.push(...gone);
  ledger.waiting = [...gone.flatMap(({ entries }) => entries), ...ledger.waiting];
}

export function give(ledger: Ledger, to: string, amount: bigint, contract: string): string {
  const txid = randomBytes(32).toString('hex');
  ledger.waiting.push({ txid, nonce: undefined, fee: 0n, from: '', to, contract, amount });
  return txid;
}

export const findMined = ({ blocks }: Ledger, txid: string) =>
  blocks.flatMap((block) => block.entries.filter((entry) => entry.txid === txid).map((entry) => ({ block, entry })))[0];

/** The transaction of these bytes. @throws ChainError for bytes that no key of the payer signed */
function readRaw(raw: string): SlateTx & Entry {
  const bytes = hexToBytes(raw);
  const [body, tail] = [bytes.subarray(0, -signatureBytes), bytesToHex(bytes.subarray(-signatureBytes))];
  const tx = readTx(body);
  const [r, s] = [BigInt(`0x${tail.slice(0, 64)}`), BigInt(`0x${tail.slice(64, 128)}`)];
  const signer = recoverKey({ scheme: 'ecdsa', r, s, recid: tail.endsWith('1') ? 1 : 0 }, digestOf(body));
  if (slateAddressOf(signer) !== tx.from) throw new Error('not signed by who pays');
  return { ...tx, txid: txidOf(raw), fee: chargeOf(tx.units, tx.price) };
}

/** As a node takes bytes; the same ones again are `known`. */
export function takeRaw(ledger: Ledger, raw: string): BroadcastResult {
  ledger.sent.push(raw);
  const refused = (reason: 'invalid' | 'nonceTooLow' | 'insufficientFunds' | 'replacementUnderpriced') => ({
    refused: reason,
    message: reason,
  });
  const { units, price, ...tx } = readRaw(raw);
  if (findMined(ledger, tx.txid) || ledger.waiting.some(({ txid }) => txid === tx.txid)) return 'known';
  const state = stateAt(ledger);
  if (tx.chain !== ledger.chain) return refused('invalid');
  if (tx.nonce < state.nonce(tx.from)) return refused('nonceTooLow');
  if (ledger.waiting.some(({ from, nonce }) => from === tx.from && nonce === tx.nonce))
    return refused('replacementUnderpriced');
  if (state.balance(tx.from, '') < units * price + (tx.contract === '' ? tx.amount : 0n))
    return refused('insufficientFunds');
  ledger.waiting.push(tx);
  return 'accepted';
}
