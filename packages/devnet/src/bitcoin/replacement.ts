import { moneyText } from './bytes.ts';
import { codes, reject } from './errors.ts';
import { descendants, type Entry, type Mempool } from './mempool.ts';
import { outpoint, type Tx } from './transaction.ts';

/** sat/vB, as bitcoind's -minrelaytxfee and -incrementalrelayfee. */
export const relayFee = 1n;
const maxReplaced = 100;

const rateText = (vsize: number, fee: bigint): string =>
  `${(Math.floor((Number(fee) * 1000) / vsize) / 1e8).toFixed(8)} BTC/kvB`;

/**
 * Replacement by fee as Bitcoin Core ≥ 28 does it: full RBF, any rival may be replaced (doc/policy/mempool-replacements.md).
 * @returns ids that have to leave
 * @throws NodeError with the rule that is broken
 */
export function checkReplacement(pool: Mempool, tx: Tx, fee: bigint, parents: ReadonlySet<string>): Set<string> {
  const rivals = new Set<Entry>();
  for (const { txid, vout } of tx.inputs) {
    const rival = pool.entries.get(pool.spentBy.get(outpoint(txid, vout)) ?? '');
    if (rival) rivals.add(rival);
  }
  const evicted = new Set<string>();
  for (const rival of rivals) descendants(pool, rival.tx.id, evicted);
  if (evicted.size === 0) return evicted;
  const refuse = (why: string): never =>
    reject('insufficient fee', codes.rejected, `insufficient fee, rejecting replacement ${tx.id}${why}`);
  if (evicted.size > maxReplaced) reject('too many potential replacements');
  for (const rival of rivals)
    if (fee * BigInt(rival.tx.vsize) <= rival.fee * BigInt(tx.vsize))
      refuse(`; new feerate ${rateText(tx.vsize, fee)} <= old feerate ${rateText(rival.tx.vsize, rival.fee)}`);
  const oldFees = [...evicted].reduce((sum, id) => sum + (pool.entries.get(id)?.fee ?? 0n), 0n);
  if (fee < oldFees) refuse(`, less fees than conflicting txs; ${moneyText(fee)} < ${moneyText(oldFees)}`);
  const least = relayFee * BigInt(tx.vsize);
  if (fee - oldFees < least)
    refuse(`, not enough additional fees to relay; ${moneyText(fee - oldFees)} < ${moneyText(least)}`);
  const oldParents = new Set([...rivals].flatMap((rival) => [...rival.parents]));
  for (const parent of parents) {
    if (evicted.has(parent)) reject('bad-txns-spends-conflicting-tx');
    if (!oldParents.has(parent)) reject('replacement-adds-unconfirmed');
  }
  return evicted;
}
