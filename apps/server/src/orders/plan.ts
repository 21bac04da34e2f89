import type { ChainConfig, KeyAt, Plan, UnsignedTx } from '@holdfast/chains';
import { type ChainReader, RpcError } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { inscriptionOf, isStep, parentOf, parseIntent } from '@holdfast/policy';
import { sql } from 'kysely';
import { isDying, untilOf } from '../chains/expiry.ts';
import { modelOf } from '../chains/models.ts';
import type { OnChain, Payable, Reserve, Wait } from '../chains/plans.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { followPayment } from './attempts.ts';
import type { OrderDeps } from './deps.ts';
import { addEvent, lockOrder, type Order } from './moves.ts';
import { statusOf } from './states.ts';

/** `fresh`: no signer can have seen the plan before. */
export interface Made {
  readonly plan: Plan;
  readonly unsigned: UnsignedTx;
  readonly fresh: boolean;
}
/** `dead`: a signature of the plan it has may exist, so it gets no other, and its time is over. */
export type Planned = Made | Wait | 'lost' | { readonly dead: UnsignedTx };

const payableOf = (order: Order): Payable => ({
  id: order.id,
  workspaceId: order.workspace_id,
  subWalletId: order.sub_wallet_id,
  from: order.address_from,
  outputs: order.outputs.map(({ address, amount }) => ({ address, amount: BigInt(amount) })),
  maxFee: order.max_fee,
  feePlan: order.fee_plan,
});

/** Tells once, in the order's timeline, what stands in the way. */
async function noteWait(tx: Tx, order: Order, { wait, detail }: Wait): Promise<void> {
  if (detail === undefined || order.sub_status === wait) return;
  await addEvent(tx, order.id, { to: statusOf(order.status), sub: wait, actor: 'system', detail: { ...detail } });
}

const storePlan = (tx: Tx, id: OrderId, plan: Plan) =>
  tx
    .updateTable('orders')
    .set({ plan: JSON.stringify(plan), admitted_at: sql<Date>`now()`, sub_status: 'signing' })
    .where('id', '=', id)
    .execute();

/** For a node of another network nothing is signed; one that is away says nothing about that. @throws RpcError `wrongNetwork` */
async function onItsNetwork(reader: ChainReader): Promise<void> {
  await reader.checkNetwork().catch((error: unknown) => {
    if (!(error instanceof RpcError) || error.code === 'wrongNetwork') throw error;
  });
}

/** @throws RpcError */
async function reserveFor(deps: OrderDeps, on: OnChain, order: Order, keyAt: KeyAt): Promise<Reserve> {
  const { children, inscribed, prepare } = modelOf(on.chain);
  const now = deps.clock();
  const named = inscriptionOf(order);
  if (named && inscribed) return inscribed.sending(on, named.outpoint);
  const intent = parseIntent(order.intent);
  if (isStep(intent) && inscribed) {
    const { from, asset } = intent;
    return inscribed.step(on, {
      intent,
      keyAt,
      of: order.batch_of,
      balance: () => deps.ordinals?.balance(on.chain.id, from, asset) ?? Promise.resolve({ agreed: false as const }),
    });
  }
  const parent = parentOf(order);
  if (parent !== '' && children) return children.prepare(on, parent);
  return order.raises === null ? prepare(on, order.address_from, now) : followPayment(on, order);
}

/**
 * The order's plan: the one it has, or a new one where there is none or it is about to die, and the transaction it makes. Nonce or coins and the plan are written in one transaction, so a
 * crash leaves either both or none; a plan of which no transaction can be built is not written and takes nothing. `lost`: the claim on the order
 * no longer holds. @throws ChainError, RpcError
 */
export async function planOrder(
  deps: OrderDeps,
  chain: ChainConfig,
  claimed: Order,
  build: (plan: Plan) => UnsignedTx,
  keyAt: KeyAt,
): Promise<Planned> {
  const reader = deps.readerOf(chain);
  const now = deps.clock();
  const known = claimed.plan as Plan | null;
  if (known !== null) {
    await onItsNetwork(reader);
    const made = { plan: known, unsigned: build(known), fresh: false };
    if (!isDying(chain, known, now.getTime())) return made;
    if (claimed.exposed_at !== null)
      return now.getTime() < (untilOf(chain, known) ?? 0) ? made : { dead: made.unsigned };
  }
  const on = { db: deps.db, chain, reader };
  // Asked beside each other: what a node of another network says is thrown away.
  const [reserve] = await Promise.all([reserveFor(deps, on, claimed, keyAt), onItsNetwork(reader)]);
  return inTransaction(deps.db, async (tx): Promise<Planned> => {
    const order = await lockOrder(tx, claimed.id);
    if (order?.status !== orderStatus.awaitingSignature || order.lease_token !== claimed.lease_token) return 'lost';
    const made = await reserve(tx, payableOf(order));
    if ('wait' in made) {
      await noteWait(tx, order, made);
      return made;
    }
    const { plan } = made;
    const unsigned = build(plan);
    await storePlan(tx, order.id, plan);
    return { plan, unsigned, fresh: known === null };
  });
}
