import { createHash } from 'node:crypto';
import { Cell, loadMessage, loadTransaction, type Message } from '@ton/core';
import { openStore, type Store } from '../store.ts';
import { type Machine, messageCell, NotAccepted, type Ran } from './machine.ts';
import { createTransactions, type StoredTx, type Transactions } from './transactions.ts';

/**
 * A chain of blocks around the emulator. One thing is harder here than on the network: a message is taken by its receiver one block after it was sent, so
 * that what a payment causes lies in several blocks.
 */

/** A message on its way, of the tree that began with the transaction `trace` ('' = it begins one). */
interface Queued {
  readonly boc: string;
  readonly trace: string;
}
export interface StoredBlock {
  readonly height: number;
  readonly time: number;
  /** Of the shards, whose transactions are the block's, where it is another: they may be behind. */
  readonly shardTime?: number;
  readonly hash: string;
  readonly txs: readonly StoredTx[];
  /** What goes on in the next block. */
  readonly queue: readonly Queued[];
}

export interface TonNode {
  readonly blocks: readonly StoredBlock[];
  readonly accounts: ReadonlyMap<string, string>;
  readonly txs: Omit<Transactions, 'add'>;
  readonly machine: Machine;
  /** Messages that wait for the next block. */
  waiting(): readonly Queued[];
  /** Takes a message from outside. @throws NotAccepted as the account would not take it now */
  send(boc: string): Promise<void>;
  /** Puts a message into the queue that no account sent: coins out of nowhere. @param boc base64 @returns its hash, hex */
  inject(boc: string): string;
  mine(): Promise<void>;
  /** Drops what waits from outside, as a node that was started again. */
  forget(): void;
  /** The chain's clock goes so much further ahead. */
  skip(seconds: number): void;
  /** From now on the shards are so far behind the masterchain. */
  lag(seconds: number): void;
}

const ltStep = 1_000_000n;
const hexHash = (text: string): string => createHash('sha256').update(text).digest('hex');

interface State {
  readonly store: Store<StoredBlock>;
  readonly machine: Machine;
  readonly blocks: StoredBlock[];
  readonly accounts: Map<string, string>;
  readonly txs: Transactions;
  outside: Queued[];
  lt: bigint;
  aheadSeconds: number;
  lagSeconds: number;
}

const secondsNow = ({ aheadSeconds }: State): number => Math.floor(Date.now() / 1_000) + aheadSeconds;

export const shardTimeOf = ({ time, shardTime = time }: Pick<StoredBlock, 'time' | 'shardTime'>): number => shardTime;

/** When what is taken in next happens. */
function nextTimes(state: State): { readonly time: number; readonly shardTime: number } {
  const last = state.blocks.at(-1);
  const time = Math.max(secondsNow(state), (last?.time ?? 0) + 1);
  return { time, shardTime: Math.max(time - state.lagSeconds, (last ? shardTimeOf(last) : 0) + 1) };
}

const rawOf = (account: bigint): string => `0:${account.toString(16).padStart(64, '0')}`;

function take(state: State, block: StoredBlock): void {
  state.blocks.push(block);
  for (const stored of block.txs) {
    const cell = Cell.fromBase64(stored.boc);
    const tx = loadTransaction(cell.beginParse());
    const at = rawOf(tx.address);
    const before = state.accounts.get(at);
    state.accounts.set(at, stored.account);
    state.txs.add({ ...stored, tx, at, before, height: block.height, hash: cell.hash().toString('base64') });
    if (tx.lt > state.lt) state.lt = tx.lt;
  }
}

const messageOf = (boc: string): Message => loadMessage(Cell.fromBase64(boc).beginParse());
const bocOf = (message: Message): string => messageCell(message).toBoc().toString('base64');

/** What an account sent on, but not to the world outside. */
const passedOn = ({ tx }: Ran, trace: string): Queued[] =>
  tx.outMessages
    .values()
    .flatMap((message) => (message.info.type === 'internal' ? [{ boc: bocOf(message), trace }] : []));

async function mine(state: State): Promise<void> {
  const last = state.blocks.at(-1);
  const { time, shardTime } = nextTimes(state);
  const due = [...(last?.queue ?? []), ...state.outside];
  state.outside = [];
  const accounts = new Map(state.accounts);
  const [txs, queue]: [StoredTx[], Queued[]] = [[], []];
  let lt = state.lt + ltStep - (state.lt % ltStep);
  for (const { boc, trace } of due) {
    lt += ltStep;
    const message = messageOf(boc);
    const ran = await state.machine.run(accounts, message, { now: shardTime, lt }).catch((error: unknown) => {
      // From outside it is forgotten when it is not taken any more; between accounts there is no such thing.
      if (error instanceof NotAccepted && message.info.type === 'external-in') return undefined;
      throw error;
    });
    if (!ran) continue;
    const root = trace === '' ? ran.hash : trace;
    accounts.set(rawOf(ran.tx.address), ran.account);
    txs.push({ boc: ran.boc, account: ran.account, trace: root });
    queue.push(...passedOn(ran, root));
  }
  const height = (last?.height ?? 0) + 1;
  const hash = hexHash([last?.hash ?? '', height, time, ...txs.map(({ boc }) => boc)].join(' '));
  const block = { height, time, ...(shardTime === time ? {} : { shardTime }), hash, txs, queue };
  state.store.append([block]);
  take(state, block);
}

async function send(state: State, boc: string): Promise<void> {
  const message = messageOf(boc);
  if (message.info.type !== 'external-in') throw new NotAccepted('not a message from outside');
  const { shardTime: now } = nextTimes(state);
  await state.machine.run(state.accounts, message, { now, lt: state.lt + 2n * ltStep });
  if (!state.outside.some((known) => known.boc === boc)) state.outside.push({ boc, trace: '' });
}

/** Goes on where the log ends. Calls run one after another: the emulator is one. */
export async function openTonNode(file: string, machine: Machine): Promise<TonNode> {
  const store = openStore<StoredBlock>(file);
  const state: State = {
    store,
    machine,
    blocks: [],
    accounts: new Map(),
    txs: createTransactions(),
    outside: [],
    lt: 0n,
    aheadSeconds: 0,
    lagSeconds: 0,
  };
  for (const block of store.records) take(state, block);
  if (state.blocks.length === 0) await mine(state);
  let busy: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = busy.then(run);
    busy = next.catch(() => undefined);
    return next;
  };
  return {
    blocks: state.blocks,
    accounts: state.accounts,
    txs: state.txs,
    machine: {
      run: (...args) => inTurn(() => machine.run(...args)),
      get: (...args) => inTurn(() => machine.get(...args)),
    },
    waiting: () => [...(state.blocks.at(-1)?.queue ?? []), ...state.outside],
    send: (boc) => inTurn(() => send(state, boc)),
    inject: (boc) => {
      state.outside.push({ boc, trace: '' });
      return Cell.fromBase64(boc).hash().toString('hex');
    },
    mine: () => inTurn(() => mine(state)),
    forget: () => {
      state.outside = [];
    },
    skip: (seconds) => {
      state.aheadSeconds += seconds;
    },
    lag: (seconds) => {
      state.lagSeconds = seconds;
    },
  };
}
