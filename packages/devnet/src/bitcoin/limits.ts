import { codes, reject } from './errors.ts';
import { descendants, type Mempool, withAncestors } from './mempool.ts';
import type { Tx } from './transaction.ts';

/** Transactions of a chain in the mempool, the new one counted, and their vB (Bitcoin Core's policy/policy.h). */
const limits = { ancestors: 25, ancestorSize: 101_000, descendants: 25, descendantSize: 101_000 };
/** A small child with one unconfirmed parent may come on top, so that a fee can always be raised (CPFP carve-out). */
const carveOut = { vsize: 10_000, ancestors: 2 };

type Limits = typeof limits;

const sizeOf = (pool: Mempool, ids: Iterable<string>): number =>
  [...ids].reduce((sum, id) => sum + (pool.entries.get(id)?.tx.vsize ?? 0), 0);

/** The rule that is broken, in bitcoind's words. */
function broken(pool: Mempool, tx: Tx, parents: ReadonlySet<string>, allowed: Limits): string | undefined {
  const ancestors = withAncestors(pool, parents);
  if (ancestors.size + 1 > allowed.ancestors) return `too many unconfirmed ancestors [limit: ${allowed.ancestors}]`;
  for (const id of ancestors) {
    const below = descendants(pool, id);
    if (sizeOf(pool, below) + tx.vsize > allowed.descendantSize)
      return `exceeds descendant size limit for tx ${id} [limit: ${allowed.descendantSize}]`;
    if (below.size + 1 > allowed.descendants)
      return `too many descendants for tx ${id} [limit: ${allowed.descendants}]`;
  }
  if (sizeOf(pool, ancestors) + tx.vsize > allowed.ancestorSize)
    return `exceeds ancestor size limit [limit: ${allowed.ancestorSize}]`;
  return undefined;
}

/** @throws NodeError `too-long-mempool-chain` */
export function checkChainLimits(pool: Mempool, tx: Tx, parents: ReadonlySet<string>): void {
  const rule = broken(pool, tx, parents, limits);
  if (rule === undefined) return;
  const onTop: Limits = {
    ancestors: carveOut.ancestors,
    ancestorSize: limits.ancestorSize,
    descendants: limits.descendants + 1,
    descendantSize: limits.descendantSize + carveOut.vsize,
  };
  if (tx.vsize <= carveOut.vsize && broken(pool, tx, parents, onTop) === undefined) return;
  reject('too-long-mempool-chain', codes.rejected, `too-long-mempool-chain, ${rule}`);
}
