import { type ChainConfig, type ChainFamily, familyOf, type Plan, type UnsignedTx } from '@holdfast/chains';
import { accountReader } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { OrderDeps } from './deps.ts';
import { addEvent, lockOrder, type Order } from './moves.ts';
import { statusOf } from './states.ts';

/** Why there is no plan yet; looked at again when something changed. */
export type Wait = { readonly wait: 'waiting_for_coins' | 'fee_above_cap' | 'nonce_blocked' };
/** `fresh`: no signer can have seen the plan before. */
export interface Made {
  readonly plan: Plan;
  readonly unsigned: UnsignedTx;
  readonly fresh: boolean;
}
export type Planned = Made | Wait | 'lost';

const most = 400;

interface CoinRow {
  txid: string;
  vout: number;
  amount: bigint;
  path: string;
  raw_tx: string;
}

const coinsOf = async (tx: Tx, order: Order): Promise<CoinRow[]> =>
  (
    await sql<CoinRow>`select txid, vout, amount, path, raw_tx from utxos where sub_wallet_id = ${order.sub_wallet_id} and chain = ${order.chain}
      and spent_by is null and reserved_by is null and ready order by amount desc, txid, vout limit ${most} for update`.execute(
      tx,
    )
  ).rows;

const changeRow = (tx: Tx, order: Order) =>
  tx
    .selectFrom('addresses')
    .select(['path', 'address'])
    .where('workspace_id', '=', order.workspace_id)
    .where('sub_wallet_id', '=', order.sub_wallet_id)
    .where('chain', '=', order.chain)
    .where('branch', '=', 1)
    .orderBy('index')
    .executeTakeFirstOrThrow();

/** Chooses coins nobody else has chosen and promises them to this order, in the caller's transaction. */
async function planCoins(
  tx: Tx,
  family: Extract<ChainFamily, { model: 'utxo' }>,
  chain: ChainConfig,
  order: Order,
): Promise<{ plan: Plan } | Wait> {
  const coins = await coinsOf(tx, order);
  const change = await changeRow(tx, order);
  const outputs = [{ address: order.address_to, amount: order.amount }];
  const selection = family.selectCoins(chain, coins, { outputs, changeAddress: change.address }, order.fee_plan);
  if (!selection) return { wait: 'waiting_for_coins' };
  if (selection.fee > order.max_fee) return { wait: 'fee_above_cap' };
  for (const { txid, vout } of selection.coins)
    await tx
      .updateTable('utxos')
      .set({ reserved_by: order.id })
      .where('chain', '=', chain.id)
      .where('txid', '=', txid)
      .where('vout', '=', vout)
      .execute();
  const inputs = selection.coins.map(({ txid, vout, path, raw_tx }) => ({ txid, vout, path, prevTx: raw_tx }));
  return { plan: family.planWith(inputs, selection.change > 0n ? change.path : '', order.fee_plan) };
}

/** Tells once, in the order's timeline, which nonce stands in the way and until when. */
async function noteBlocked(tx: Tx, order: Order): Promise<void> {
  if (order.sub_status === 'nonce_blocked') return;
  const { rows } = await sql<{ nonce: number; free_from: Date }>`select nonce, free_from from lane_nonces
    where chain = ${order.chain} and account = ${order.address_from} and (order_id is null or free_from is not null) order by nonce limit 1`.execute(
    tx,
  );
  const [hole] = rows;
  const detail = { nonce: String(hole?.nonce), nonce_free_from: hole?.free_from.toISOString() ?? '' };
  await addEvent(tx, order.id, { to: statusOf(order.status), sub: 'nonce_blocked', actor: 'system', detail });
}

/**
 * Takes the account's next nonce, in the caller's transaction. `first` is where the chain stands, for an account's first order. While an earlier
 * nonce is unused and not free yet the order stays without a plan, so that it can be cancelled: with a later nonce it would never be mined.
 */
async function planLane(
  tx: Tx,
  family: Extract<ChainFamily, { model: 'account' }>,
  order: Order,
  first: bigint,
): Promise<{ plan: Plan } | Wait> {
  const { rows } = await sql<{ nonce: number | null }>`
    select lane_take(${order.chain}, ${order.address_from}, ${order.id}, ${first.toString()}::bigint) as nonce`.execute(
    tx,
  );
  const nonce = rows[0]?.nonce ?? null;
  if (nonce === null) {
    await noteBlocked(tx, order);
    return { wait: 'nonce_blocked' };
  }
  return { plan: family.planAt(BigInt(nonce), order.fee_plan) };
}

/** Where an account's lane starts: asked of the chain for its first order only. */
async function laneStart(deps: OrderDeps, chain: ChainConfig, account: string): Promise<bigint> {
  const lane = await deps.db
    .selectFrom('lanes')
    .select('next_nonce')
    .where('chain', '=', chain.id)
    .where('account', '=', account)
    .executeTakeFirst();
  return lane ? BigInt(lane.next_nonce) : accountReader(deps.readerOf(chain)).nonce(account, 'latest');
}

const storePlan = (tx: Tx, id: OrderId, plan: Plan) =>
  tx
    .updateTable('orders')
    .set({ plan: JSON.stringify(plan), admitted_at: sql<Date>`now()`, sub_status: 'signing' })
    .where('id', '=', id)
    .execute();

/**
 * The order's plan: the one it has, or a new one, and the transaction it makes. Nonce or coins and the plan are written in one transaction, so a
 * crash leaves either both or none; a plan of which no transaction can be built is not written and takes nothing. `lost`: the claim on the order
 * no longer holds. @throws ChainError
 */
export async function planOrder(
  deps: OrderDeps,
  chain: ChainConfig,
  claimed: Order,
  build: (plan: Plan) => UnsignedTx,
): Promise<Planned> {
  if (claimed.plan !== null) {
    const plan = claimed.plan as Plan;
    return { plan, unsigned: build(plan), fresh: false };
  }
  const family = familyOf(chain);
  const first = family.model === 'account' ? await laneStart(deps, chain, claimed.address_from) : 0n;
  return inTransaction(deps.db, async (tx): Promise<Planned> => {
    const order = await lockOrder(tx, claimed.id);
    if (order?.status !== orderStatus.awaitingSignature || order.lease_token !== claimed.lease_token) return 'lost';
    const made =
      family.model === 'account' ? await planLane(tx, family, order, first) : await planCoins(tx, family, chain, order);
    if ('wait' in made) return made;
    const { plan } = made;
    const unsigned = build(plan);
    await storePlan(tx, order.id, plan);
    return { plan, unsigned, fresh: true };
  });
}
