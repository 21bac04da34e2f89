import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { apply, openBlocks } from './blocks.ts';
import { addressOf, readTx, type Tx } from './codec.ts';
import { type Block, copyOf, execute, type Genesis, lifeLimitMs, Refused } from './ledger.ts';

/** One line of the file that keeps the chain: a block, by what was sent. */
interface Line {
  readonly time: number;
  readonly txs: readonly string[];
}

export type TronStandIn = ReturnType<typeof openStandIn>;

/** Whole lines only: a kill in the middle of a write leaves a torn last one. */
const readLines = (file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line)
    : [];

function readSent(hex: string): Tx {
  try {
    return readTx(hex);
  } catch (error) {
    throw new Refused('SIGERROR', (error as Error).message);
  }
}

/** @param file keeps the chain between starts; '' = in memory */
export function openStandIn(genesis: Genesis, file: string, now: () => number = Date.now) {
  const blocks = openBlocks(genesis);
  let pending: Tx[] = [];
  let estimates = false;
  for (const { time, txs } of file === '' ? [] : readLines(file)) blocks.put(time, txs.map(readTx));
  const fd = file === '' ? undefined : openSync(file, 'a', 0o600);

  function keep(line: Line): void {
    if (fd === undefined) return;
    writeSync(fd, `${JSON.stringify(line)}\n`);
    fsyncSync(fd);
  }
  /** @throws Refused */
  function demand(tx: Tx): void {
    if (blocks.mined(tx.id) || pending.some(({ id }) => id === tx.id))
      throw new Refused('DUP_TRANSACTION_ERROR', 'Dup transaction.');
    if (tx.signer !== tx.owner) throw new Refused('SIGERROR', 'Validate signature error');
    if (blocks.referred(tx.refBytes)?.id.slice(16, 32) !== tx.refHash)
      throw new Refused('TAPOS_ERROR', 'Tapos check error');
    if (tx.expiration <= now() || tx.expiration > now() + lifeLimitMs)
      throw new Refused('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
    // As it would be behind everything that waits.
    execute(copyOf(apply(blocks.state(), pending, now()).state), tx, now(), addressOf);
  }
  return {
    ...blocks,
    now,
    pending: () => pending,
    /** A block with everything that waits and is not over. */
    mine(): Block {
      const time = Math.max(now(), blocks.head().time + 1);
      const txs = pending.filter(({ expiration }) => expiration > time);
      pending = [];
      const block = blocks.put(time, txs);
      keep({ time, txs: block.mined.map(({ tx }) => tx.hex) });
      return block;
    },
    /** The same as `Blocks.abandon`; what was in the blocks waits again, or is lost. The file keeps the blocks all the same. */
    reorganise(depth: number, lost: boolean): void {
      const gone = blocks.abandon(depth);
      pending = lost ? [] : [...gone, ...pending];
    },
    /** @throws Refused */
    send(hex: string): Tx {
      const tx = readSent(hex);
      demand(tx);
      pending.push(tx);
      return tx;
    },
    /** Does it estimate energy by trying limits? */
    estimates: (): boolean => estimates,
    switchEstimates(on: boolean): void {
      estimates = on;
    },
    /** Forgets what waits. */
    lose: (): void => {
      pending = [];
    },
    close: (): void => {
      if (fd !== undefined) closeSync(fd);
    },
  };
}
