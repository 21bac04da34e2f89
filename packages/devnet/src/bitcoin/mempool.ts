import { outpoint, type Tx } from './transaction.ts';

export interface Entry {
  readonly tx: Tx;
  readonly fee: bigint;
  /** Seconds. */
  readonly time: number;
  readonly parents: Set<string>;
  readonly children: Set<string>;
}

/** Transactions that wait for a block. */
export interface Mempool {
  readonly entries: Map<string, Entry>;
  /** Outpoint → id of the waiting transaction that spends it. */
  readonly spentBy: Map<string, string>;
}

export const newMempool = (): Mempool => ({ entries: new Map(), spentBy: new Map() });

/** The transaction and everything in the mempool that builds on it. */
export function descendants(pool: Mempool, id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const child of pool.entries.get(id)?.children ?? []) descendants(pool, child, found);
  return found;
}

/** Everything in the mempool that these build on, themselves included. */
export function withAncestors(pool: Mempool, ids: Iterable<string>, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    const entry = pool.entries.get(id);
    if (!entry || found.has(id)) continue;
    found.add(id);
    withAncestors(pool, entry.parents, found);
  }
  return found;
}

export function drop(pool: Mempool, id: string): void {
  const entry = pool.entries.get(id);
  if (!entry) return;
  pool.entries.delete(id);
  for (const parent of entry.parents) pool.entries.get(parent)?.children.delete(id);
  for (const child of entry.children) pool.entries.get(child)?.parents.delete(id);
  for (const { txid, vout } of entry.tx.inputs) {
    const key = outpoint(txid, vout);
    if (pool.spentBy.get(key) === id) pool.spentBy.delete(key);
  }
}

/** After a block: what it holds leaves, and so does what it made impossible. */
export function settle(pool: Mempool, mined: readonly Tx[]): void {
  for (const tx of mined) {
    drop(pool, tx.id);
    for (const { txid, vout } of tx.inputs) {
      const rival = pool.spentBy.get(outpoint(txid, vout));
      if (rival) for (const id of descendants(pool, rival)) drop(pool, id);
    }
  }
}
