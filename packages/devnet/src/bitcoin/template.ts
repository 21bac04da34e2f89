import { type Entry, type Mempool, withAncestors } from './mempool.ts';

const maxBlockWeight = 3_996_000;
const reservedWeight = 4_000;

interface Package {
  readonly entries: readonly Entry[];
  readonly fee: bigint;
  readonly vsize: number;
}

/** A transaction with those of its ancestors that are not yet chosen. */
function packageOf(pool: Mempool, id: string, chosen: ReadonlySet<string>): Package {
  const ids = [...withAncestors(pool, [id])].filter((other) => !chosen.has(other));
  const entries = ids.flatMap((other) => pool.entries.get(other) ?? []);
  return {
    entries,
    fee: entries.reduce((sum, entry) => sum + entry.fee, 0n),
    vsize: entries.reduce((sum, entry) => sum + entry.tx.vsize, 0),
  };
}

/** Parents before children: the more ancestors, the later. */
function inOrder(pool: Mempool, entries: readonly Entry[]): Entry[] {
  const depth = (entry: Entry): number => withAncestors(pool, [entry.tx.id]).size;
  return entries.toSorted((a, b) => depth(a) - depth(b));
}

/**
 * What the next block takes, best fee rate of transaction-with-ancestors first (so a child can pay for its parent). One pass
 * over packages sorted once: not optimal as Core's, but linear, and everything that fits goes in.
 */
export function chooseTransactions(pool: Mempool): Entry[] {
  const packages = [...pool.entries.keys()].map((id) => ({ id, ...packageOf(pool, id, new Set()) }));
  packages.sort((a, b) => Number(b.fee * BigInt(a.vsize) - a.fee * BigInt(b.vsize)));
  const chosen = new Set<string>();
  const order: Entry[] = [];
  let weight = reservedWeight;
  for (const { id } of packages) {
    const { entries } = packageOf(pool, id, chosen);
    const added = entries.reduce((sum, entry) => sum + entry.tx.weight, 0);
    if (weight + added > maxBlockWeight) continue;
    weight += added;
    for (const entry of inOrder(pool, entries)) {
      chosen.add(entry.tx.id);
      order.push(entry);
    }
  }
  return order;
}
