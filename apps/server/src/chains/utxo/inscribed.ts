import { type ChainConfig, familyOf, type KeyAt, type Plan } from '@holdfast/chains';
import { utxoReader } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { type Intent, stepOf } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { utxoFamily } from '../family.ts';
import type { OnChain, Payable, Reserve, Wait } from '../plans.ts';
import type { Inscribed, StepAsk } from '../unmined.ts';
import { type FreeCoin, leftOf, lockFreeCoins, rawTxsOf, reserveCoins } from './coins.ts';
import { changeOf } from './plan.ts';

/** Plans of what is inscribed: the output that is named is spent first, and others pay the fee. */

const waiting = (reason: string): Wait => ({ wait: 'waiting_for_coins', detail: { reason } });

/** The output itself, locked; undefined where it is not to be had now. */
async function lockNamed(
  tx: Tx,
  chain: string,
  { subWalletId }: Payable,
  outpoint: string,
): Promise<FreeCoin | undefined> {
  const [txid = '', vout = ''] = outpoint.split(':');
  const { rows } = await sql<FreeCoin>`select txid, vout, amount, path, '{}'::text[] as left_by,
      (select octet_length(raw_tx) / 2 from utxo_txs t where t.chain = u.chain and t.txid = u.txid) as "prevBytes"
    from utxos u where chain = ${chain} and txid = ${txid} and vout = ${Number(vout)} and sub_wallet_id = ${subWalletId}
      and spent_by is null and reserved_by is null and frozen_at is null and ready for update`.execute(tx);
  return rows[0];
}

/** Coins for these payees, with an output that is spent before all others where there is one. */
async function planFor(
  tx: Tx,
  on: Pick<OnChain, 'chain'>,
  order: Payable,
  fees: Parameters<typeof pay>[3],
  named?: FreeCoin,
): Promise<Plan | Wait> {
  const { chain } = on;
  const free = await lockFreeCoins(tx, order.subWalletId, chain.id, order.id);
  return pay(tx, chain, order, fees, named ? [named, ...free] : free, named);
}

async function pay(
  tx: Tx,
  chain: ChainConfig,
  order: Payable,
  fees: Readonly<Record<string, string>>,
  coins: readonly FreeCoin[],
  named: FreeCoin | undefined,
): Promise<Plan | Wait> {
  const family = utxoFamily(chain);
  const change = await changeOf(tx, chain, order);
  const key = ({ txid, vout }: FreeCoin): string => `${txid}:${vout}`;
  const first = new Set([...(named ? [key(named)] : []), ...leftOf(coins, family.maxInputs - 1)]);
  const asked = { outputs: order.outputs, changeAddress: change.address, first };
  const selection = family.selectCoins(chain, coins, { ...asked, maxFee: order.maxFee }, fees);
  if (!selection)
    return family.selectCoins(chain, coins, asked, fees) ? { wait: 'fee_above_cap' } : { wait: 'waiting_for_coins' };
  const chosen = named ? [named, ...selection.coins.filter((coin) => key(coin) !== key(named))] : selection.coins;
  await reserveCoins(tx, chain.id, chosen, order.id);
  const raws = await rawTxsOf(tx, chain.id, chosen);
  const inputs = chosen.map(({ txid, vout, path }) => ({ txid, vout, path, prevTx: raws.get(txid) ?? '' }));
  return family.planWith(inputs, named || selection.change > 0n ? change.path : '', fees);
}

const isWait = (made: Plan | Wait): made is Wait => 'wait' in made;

async function sending({ chain, reader }: OnChain, outpoint: string): Promise<Reserve> {
  const least = await utxoReader(reader).leastFees();
  return async (tx, order) => {
    const named = await lockNamed(tx, chain.id, order, outpoint);
    if (!named) return waiting('the output that it sends cannot be spent now');
    const plan = await planFor(tx, { chain }, order, utxoFamily(chain).raiseFees(order.feePlan, least), named);
    return isWait(plan) ? plan : { plan };
  };
}

interface Done {
  readonly txid: string;
  readonly raw: string;
}
/** An earlier step of the payment, once it is final. */
async function doneStep(tx: Tx, payment: OrderId | null, step: number): Promise<Done | undefined> {
  const row = await tx
    .selectFrom('orders')
    .select(['txid', 'raw'])
    .where('batch_of', '=', payment)
    .where('batch_row', '=', step)
    .where('status', '=', orderStatus.done)
    .executeTakeFirst();
  return row?.txid && row.raw ? { txid: row.txid, raw: row.raw } : undefined;
}

/** What a step pays in the chain's own coin, by the same code that signers compare with. */
function inCoins(chain: ChainConfig, intent: Intent, keyAt: KeyAt, plan: Plan, order: Payable): Payable {
  const asked = familyOf(chain).stepAsPayment?.(chain, intent, plan, keyAt) ?? intent;
  const outputs = asked.outputs.map(({ address, amount }) => ({ address, amount: BigInt(amount) }));
  // The order of a reveal holds one unit of what the commit may cost.
  return { ...order, outputs, maxFee: BigInt(asked.maxFee) - 1n };
}

/** Commits to what is inscribed. The rate decides how much, so it is the same for the reveal. */
async function commit({ chain, reader }: OnChain, { intent, keyAt }: StepAsk): Promise<Reserve> {
  const least = await utxoReader(reader).leastFees();
  return async (tx, order) => {
    const family = utxoFamily(chain);
    const fees = family.raiseFees(order.feePlan, least);
    const plan = await planFor(
      tx,
      { chain },
      inCoins(chain, intent, keyAt, family.planWith([], '', fees), order),
      fees,
    );
    return isWait(plan) ? plan : { plan };
  };
}

const reveal =
  ({ chain }: OnChain, { intent, of }: StepAsk): Reserve =>
  async (tx, order) => {
    const committed = await doneStep(tx, of, 0);
    const { steps } = utxoFamily(chain);
    if (!committed || !steps) return waiting('what is inscribed is not committed to for good yet');
    return { plan: steps.reveal(intent, committed.raw, order.feePlan) };
  };

/** Sends what was revealed, once all who follow the chain say that it can be sent. */
async function send({ chain, reader }: OnChain, { intent, keyAt, of, balance }: StepAsk): Promise<Reserve> {
  const least = await utxoReader(reader).leastFees();
  const said = await balance();
  return async (tx, order) => {
    const [committed, revealed] = [await doneStep(tx, of, 0), await doneStep(tx, of, 1)];
    const family = utxoFamily(chain);
    if (!committed || !revealed || !family.steps) return waiting('what is sent is not inscribed for good yet');
    if (!said.agreed || said.transferable < BigInt(intent.outputs[0]?.amount ?? 0))
      return waiting('not all who follow the chain say that it can be sent');
    const named = await lockNamed(tx, chain.id, order, `${revealed.txid}:0`);
    if (!named) return waiting('what was inscribed cannot be spent now');
    const fees = family.raiseFees(order.feePlan, least);
    const asked = inCoins(chain, intent, keyAt, family.planWith([], '', fees), order);
    const plan = await planFor(tx, { chain }, asked, fees, named);
    return isWait(plan) ? plan : { plan: family.steps.sending(plan, committed.raw) };
  };
}

/** Blocks come every ten minutes on the average. Three times as long leaves room for slow ones, and for a fee that others outbid for a while. */
const slowBlockMs = 1_800_000;
const stepsOfPayment = 3;

export const inscribed: Inscribed = {
  sending,
  // Once it is committed to, the reveal and the sending are worth their while, however late: without them the commit is lost.
  leastLeftMs: ({ confirmations }, intent) =>
    stepOf(intent) === 0 ? stepsOfPayment * confirmations.withdraw * slowBlockMs : 0,
  step: async (on, ask) => {
    const step = stepOf(ask.intent);
    if (step === 0) return commit(on, ask);
    return step === 1 ? reveal(on, ask) : send(on, ask);
  },
};
