import type { FeePlan, Replacement } from '@holdfast/chains';
import { utxoReader } from '@holdfast/chains/rpc';
import type { Db } from '../../db/database.ts';
import { utxoFamily } from '../family.ts';
import type { Attempt, OnChain, Payable, Replacing, Wait } from '../plans.ts';
import { type FreeCoin, findFreeCoins, lockFreeCoins, rawTxsOf, reserveCoins } from './coins.ts';
import { changeOf } from './plan.ts';
import { lockChildOf, takeBack } from './unconfirmed.ts';

/** Whom it pays; nobody, where the payment is dropped. */
const paid = ({ outputs }: Pick<Payable, 'outputs'>) => outputs.filter(({ amount }) => amount > 0n);

/** What another payment left is for who takes its place alone. */
const own = (coins: readonly FreeCoin[]): FreeCoin[] => coins.filter(({ left_by }) => left_by.length === 0);

/** It would take the ground away from what builds on it. */
const hasChild: Wait = {
  wait: 'waiting_for_coins',
  detail: { reason: 'another payment spends what comes back of it' },
};

/**
 * What comes back pays more, and coins that nobody has chosen are spent only where that is too little: those are promised to the attempt. All others stay
 * promised to the payment.
 */
export async function replace(
  { chain, reader }: Pick<OnChain, 'chain' | 'reader'>,
  attempts: readonly Attempt[],
): Promise<Replacing> {
  const family = utxoFamily(chain);
  const newest = attempts.at(-1);
  if (!newest) throw new Error('no attempt to replace');
  const node = utxoReader(reader);
  const txids = attempts.map(({ txid }) => txid);
  const terms = await node.replacementTerms(txids);
  const least = await node.leastFees();
  type Asked = Pick<Payable, 'workspaceId' | 'subWalletId' | 'outputs'>;
  async function made(db: Db, order: Asked, coins: readonly FreeCoin[], fees: FeePlan) {
    const change = await changeOf(db, chain, order);
    const request = { outputs: paid(order), changeAddress: change.address };
    const asked = { ...terms, fees: family.raiseFees(fees, least) };
    const found: Replacement<FreeCoin> | undefined = family.replaceCoins(
      chain,
      newest as Attempt,
      own(coins),
      request,
      asked,
    );
    return found && { ...found, changePath: found.change > 0n ? change.path : '' };
  }
  return {
    reserve: async (tx, order) => {
      if ((await lockChildOf(tx, chain.id, txids)) !== undefined) return hasChild;
      const found = await made(
        tx,
        order,
        await lockFreeCoins(tx, order.subWalletId, chain.id, order.id),
        order.feePlan,
      );
      if (!found) return { wait: 'waiting_for_coins' };
      if (found.fee > order.maxFee) return { wait: 'fee_above_cap' };
      await reserveCoins(tx, chain.id, found.coins, order.id);
      await takeBack(tx, chain.id, txids);
      const raws = await rawTxsOf(tx, chain.id, found.coins);
      const more = found.coins.map(({ txid, vout, path }) => ({ txid, vout, path, prevTx: raws.get(txid) ?? '' }));
      return { plan: family.planWith([...family.inputsOf(newest.plan), ...more], found.changePath, found.fees) };
    },
    offers: async (db, order, tiers) => {
      const coins = await findFreeCoins(db, order.subWalletId, chain.id);
      const all = await Promise.all(
        tiers.map(async (tier) => [tier, await made(db, order, coins, tier.plan)] as const),
      );
      return all.flatMap(([tier, found]) => (found ? [family.replaceOffer(tier, found)] : []));
    },
    within: async (tx, order, fees) => {
      if ((await lockChildOf(tx, chain.id, txids)) !== undefined) return hasChild;
      // What is wanted, or else the least that nodes take.
      for (const rate of [fees, least]) {
        const found = await made(tx, order, [], rate);
        if (!found || found.fee > order.maxFee) continue;
        await takeBack(tx, chain.id, txids);
        return { plan: family.planWith(family.inputsOf(newest.plan), found.changePath, found.fees) };
      }
      return { wait: 'fee_above_cap' };
    },
  };
}
