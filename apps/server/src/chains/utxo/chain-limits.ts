import type { Waiting } from '@holdfast/chains';

/**
 * How far payments are built on payments that no block has yet. Nodes take 25 transactions in a row, of 101 kvB together, in both directions (Bitcoin Core, policy/policy.h:
 * `DEFAULT_ANCESTOR_LIMIT` and its kin). Less is asked here: payees build on what they get too, a payment may have to be sped up in its place, and nothing is further from a
 * block than the end of a long row.
 */
export const chainLimits = {
  /** Transactions that one of ours waits for. */
  ancestors: 10,
  /** Their size together, vB. */
  ancestorSize: 50_000,
  /** Transactions that wait for the same parent already, itself among them. */
  descendants: 20,
} as const;

export type InPool = Pick<Waiting, 'count' | 'size' | 'after'>;

/** May a payment spend something of these transactions together? What several wait for counts for each of them: rather too much than too little. */
export function mayBuildOn(parents: readonly InPool[]): boolean {
  const sum = (read: (parent: InPool) => number): number => parents.reduce((all, parent) => all + read(parent), 0);
  return (
    sum(({ count }) => count) <= chainLimits.ancestors &&
    sum(({ size }) => size) <= chainLimits.ancestorSize &&
    parents.every(({ after }) => after < chainLimits.descendants)
  );
}

export interface OnParent {
  readonly amount: bigint;
  readonly on: InPool;
}

/**
 * Which of these coins are offered to a payment, in the order in which they are taken up one by one: those first that wait for least, and of these the largest. What does
 * not fit beside the ones before is left out.
 */
export function inTurn<C extends OnParent>(coins: readonly C[]): C[] {
  const ordered = coins.toSorted((a, b) => a.on.count - b.on.count || (a.amount > b.amount ? -1 : 1));
  const taken: C[] = [];
  for (const coin of ordered) if (mayBuildOn([...taken, coin].map(({ on }) => on))) taken.push(coin);
  return taken;
}
