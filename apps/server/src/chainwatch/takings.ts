import { RpcError, type Taking } from '@holdfast/chains/rpc';
import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { orderStatus } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { sql } from 'kysely';
import { createRecorder, theSystem } from '../audit/service.ts';
import type { Asset } from '../catalog.ts';
import { modelOf } from '../chains/models.ts';
import { systemClock } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import { findBalance, move, post } from '../ledger/service.ts';
import { allowingKinds } from '../orders/kinds/index.ts';
import { saysOutflows } from '../orders/payments.ts';
import type { ChainDeps } from './deps.ts';

/**
 * Who is allowed tokens takes them by transactions of its own, which the follower of blocks does not look for: only where the books stand above the chain, and
 * somebody was allowed something, the chain is asked what left. Until that is final it is only reckoned with.
 */

interface Place {
  workspace_id: WorkspaceId;
  sub_wallet_id: SubWalletId;
}
interface Given {
  /** The latest allowance of the token. */
  readonly id: OrderId | null;
  /** The block of the first. */
  readonly since: number | null;
}

/** Where an order was mined; of a message, which is not, where its chain was when it was signed. */
const heightOf = sql<number | null>`coalesce(orders.mined_height, orders.signed_height)`;

/** An allowance of the token, or a call or a message by which somebody may take of it. */
const givesOf = ({ id }: Asset) => sql<boolean>`(orders.kind in (${sql.join(allowingKinds)}) and orders.asset_id = ${id}
  or ${saysOutflows()} and exists (select from order_outflows o where o.order_id = orders.id and o.asset_id = ${id} and o.held < o.amount))`;

const givenOf = ({ db }: ChainDeps, asset: Asset, place: Place): Promise<Given> =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [fn.max<OrderId | null>('id').as('id'), sql<number | null>`min(${heightOf})`.as('since')])
    .where('workspace_id', '=', place.workspace_id)
    .where('sub_wallet_id', '=', place.sub_wallet_id)
    .where(givesOf(asset))
    .where('status', 'in', [orderStatus.paying, orderStatus.done])
    .where(heightOf, 'is not', null)
    .executeTakeFirstOrThrow();

const refOf = ({ chain }: ChainDeps, { txid, index }: Taking): string => `taken:${chain.id}:${txid}:${index}`;

/** Those that are in the books neither as payments of ours nor as takings. */
async function unbooked(deps: ChainDeps, all: readonly Taking[]): Promise<Taking[]> {
  const { rows } = await sql<{ known: string }>`
    select txid as known from orders where chain = ${deps.chain.id} and txid = any(${all.map(({ txid }) => txid)}::text[])
    union all
    select ref from ledger_transfers where kind = 'taken' and ref = any(${all.map((one) => refOf(deps, one))}::text[])`.execute(
    deps.db,
  );
  const known = new Set(rows.map((row) => row.known));
  return all.filter((one) => one.amount !== '0' && !known.has(one.txid) && !known.has(refOf(deps, one)));
}

const told = createRecorder('allowance.taken', theSystem, systemClock);

/** Out of what is available; false where an order holds it, until that has ended. */
const book = (deps: ChainDeps, asset: Asset, place: Place, id: OrderId, taking: Taking): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const { workspace_id: workspaceId, sub_wallet_id: sub } = place;
    await sql`select 1 from balances where sub_wallet_id = ${sub} and asset_id = ${asset.id} for update`.execute(tx);
    const units = BigInt(taking.amount);
    if ((await findBalance(tx, workspaceId, sub, asset.id)).available < units) return false;
    const entries = move(sub, asset.id, 'available', 'chain', units);
    if (!(await post(tx, { workspaceId, kind: 'taken', ref: refOf(deps, taking), entries }))) return true;
    const { txid, to } = taking;
    const detail = { chain: deps.chain.id, symbol: asset.symbol, amount: fromUnits(units, asset.decimals), to, txid };
    await told(tx, { workspaceId, object: `order:${id}`, detail });
    return true;
  });

/** What left the sub-wallet; nothing where the node does not look back so far: then nothing explains what is missing. @throws RpcError when it does not answer */
async function leftOf(deps: ChainDeps, asset: Asset, place: Place, since: number): Promise<readonly Taking[]> {
  try {
    return (await modelOf(deps.chain).holdings.taken?.(deps, asset, place, since)) ?? [];
  } catch (error) {
    if (!(error instanceof RpcError) || !['nodeError', 'tooLarge', 'unsupported'].includes(error.code)) throw error;
    deps.log.warn({ err: error, ...place, symbol: asset.symbol }, 'nobody says what spenders took');
    return [];
  }
}

/**
 * Books what spenders took and is final.
 * @returns base units that left and are not booked yet; undefined where nobody was allowed anything
 */
export async function bookTakings(deps: ChainDeps, asset: Asset, place: Place): Promise<bigint | undefined> {
  const { id, since } = await givenOf(deps, asset, place);
  if (id === null || since === null) return undefined;
  const all = await leftOf(deps, asset, place, since);
  if (all.length === 0) return undefined;
  const final = await deps.reader.finalizedHeight();
  let left = 0n;
  for (const taking of await unbooked(deps, all)) {
    const isBooked = taking.height <= final && (await book(deps, asset, place, id, taking));
    if (!isBooked) left += BigInt(taking.amount);
  }
  deps.notifier.changed(place.workspace_id, 'balance', place.sub_wallet_id);
  return left;
}
