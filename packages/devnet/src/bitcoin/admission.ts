import { type Chain, type Coin, checkAmounts, checkFinality, tipOf } from './chain.ts';
import { codes, reject } from './errors.ts';
import { checkChainLimits } from './limits.ts';
import { drop, type Mempool } from './mempool.ts';
import { dustLimit, outputType } from './output.ts';
import { checkReplacement, relayFee } from './replacement.ts';
import { verifyScripts } from './script.ts';
import { outpoint, type Tx } from './transaction.ts';

const maxWeight = 400_000;
const maxMoney = 21_000_000n * 100_000_000n;

function checkShape(tx: Tx): void {
  if (tx.inputs.length === 0) reject('bad-txns-vin-empty');
  if (tx.outputs.length === 0) reject('bad-txns-vout-empty');
  if (tx.version < 1 || tx.version > 3) reject('version');
  if (tx.weight > maxWeight) reject('tx-size');
  if (tx.strippedSize < 65) reject('tx-size-small');
  if (new Set(tx.inputs.map((input) => outpoint(input.txid, input.vout))).size !== tx.inputs.length)
    reject('bad-txns-inputs-duplicate');
  for (const out of tx.outputs) {
    if (out.value < 0n || out.value > maxMoney) reject('bad-txns-vout-toolarge');
    if (outputType(out.script) === 'nonstandard') reject('scriptpubkey');
    if (out.value < dustLimit(out.script)) reject('dust');
  }
  if (tx.outputs.filter((out) => outputType(out.script) === 'nulldata').length > 1) reject('multi-op-return');
}

/** What may be spent: an output of a witness version that has no meaning yet may not, and an anchor only without a witness. */
function checkInputs(tx: Tx, coins: readonly Coin[]): void {
  for (const [n, coin] of coins.entries()) {
    const type = outputType(coin.script);
    if (type === 'witness_unknown' || type === 'nonstandard') reject('bad-txns-nonstandard-inputs');
    if (type === 'anchor' && (tx.inputs[n]?.witness.length ?? 0) > 0) reject('bad-witness-nonstandard');
  }
}

function findCoins(chain: Chain, pool: Mempool, tx: Tx): { coins: Coin[]; parents: Set<string> } {
  const parents = new Set<string>();
  const coins = tx.inputs.map(({ txid, vout }) => {
    const mined = chain.coins.get(outpoint(txid, vout));
    if (mined) return mined;
    const waiting = pool.entries.get(txid)?.tx.outputs[vout];
    if (!waiting) return reject('missing-inputs', codes.verify, 'bad-txns-inputs-missingorspent');
    parents.add(txid);
    return { ...waiting, height: tipOf(chain).height + 1, coinbase: false };
  });
  return { coins, parents };
}

export interface Admission {
  readonly fee: bigint;
  readonly parents: Set<string>;
  readonly evicted: ReadonlySet<string>;
}

/** @param btcPerKvB 0 = any */
export const isFeeAbove = (btcPerKvB: number, fee: bigint, vsize: number): boolean =>
  btcPerKvB > 0 && Number(fee) > (Math.round(btcPerKvB * 1e8) * vsize) / 1000;

/** Would it be accepted? Changes nothing. @throws NodeError with bitcoind's reason */
export function examine(chain: Chain, pool: Mempool, tx: Tx): Admission {
  if (pool.entries.has(tx.id)) reject('txn-already-in-mempool');
  if (tx.outputs.some((_, vout) => chain.coins.has(outpoint(tx.id, vout)))) reject('txn-already-known');
  checkShape(tx);
  const { coins, parents } = findCoins(chain, pool, tx);
  const height = tipOf(chain).height + 1;
  checkFinality(chain, tx, coins, height);
  checkInputs(tx, coins);
  const fee = checkAmounts(tx, coins, height);
  const least = relayFee * BigInt(tx.vsize);
  if (fee < least) reject('min relay fee not met', codes.rejected, `min relay fee not met, ${fee} < ${least}`);
  const evicted = checkReplacement(pool, tx, fee, parents);
  checkChainLimits(pool, tx, parents);
  verifyScripts(tx, coins);
  return { fee, parents, evicted };
}

/** Puts what has just been examined into the mempool. */
export function accept(pool: Mempool, tx: Tx, { fee, parents, evicted }: Admission): void {
  for (const id of evicted) drop(pool, id);
  pool.entries.set(tx.id, { tx, fee, time: Math.floor(Date.now() / 1000), parents, children: new Set() });
  for (const parent of parents) pool.entries.get(parent)?.children.add(tx.id);
  for (const { txid, vout } of tx.inputs) pool.spentBy.set(outpoint(txid, vout), tx.id);
}
