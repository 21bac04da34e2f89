import type { AuditRecord } from '@holdfast/audit';
import type { OrderId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { sqlState } from '../db/transaction.ts';
import { takenOf } from './kinds/index.ts';
import { type OrderOutflow, type OrderRequest, totalOf } from './request.ts';

/** A checked request and the intent made of it, ready to be held and written. */
export interface NewOrder {
  readonly request: OrderRequest;
  readonly intentId: string;
  readonly intent: string;
  readonly digest: string;
  readonly expiresAt: Date;
  /** `withdraw_source` (domain.md 4.4): an API client asks (2), or a person in a browser (3). */
  readonly source: 2 | 3;
  /** What the log tells of it; its object is filled in. */
  readonly audit?: AuditRecord;
}

export type Accepted =
  | { readonly state: 'accepted' | 'repeated'; readonly id: OrderId; readonly status: number }
  /** The request id belongs to another request. */
  | { readonly state: 'mismatch' }
  /** Another attempt at the same payment is not signed yet. */
  | { readonly state: 'attempt' }
  /** The payment whose place it would take has ended, or is in a block. */
  | { readonly state: 'over' }
  /** The deposit is given back already, or is not there to be. */
  | { readonly state: 'refunded' }
  /** The batch is paid by another order already, or was changed meanwhile. */
  | { readonly state: 'batched' }
  /** An output that was chosen for it is another's by now, or not there to be spent. */
  | { readonly state: 'outputTaken' }
  | { readonly state: 'short'; readonly of: 'balance' | 'fee' };

interface Row {
  idx: number;
  accepted_id: OrderId | null;
  accepted_status: number | null;
  duplicated: boolean;
  problem: '' | 'mismatch' | 'attempt' | 'over' | 'balance' | 'fee';
}
interface Waiting {
  readonly order: NewOrder;
  readonly resolve: (result: Accepted) => void;
  readonly reject: (error: unknown) => void;
}

const batchMax = 64;
/** Two statements under way keep one committing while the next works; more would only queue behind the same balance rows. */
const lanes = 2;

const outflowRow = ({ asset_id, amount, held }: OrderOutflow) => ({
  asset_id,
  amount: amount.toString(),
  held: held.toString(),
});

/** The row, as `orders_accept` reads it. */
export function rowOf({ request, intentId, intent, digest, expiresAt, source, audit }: NewOrder): object {
  const { chain, asset, feeAsset, outputs } = request;
  const [first] = outputs;
  return {
    workspace_id: request.workspaceId,
    sub_wallet_id: request.subWalletId,
    kind: request.kind,
    request_id: request.requestId,
    request_hash: request.requestHash,
    source,
    chain: chain.id,
    asset_id: asset.id,
    amount: totalOf(request).toString(),
    untaken: (totalOf(request) - takenOf(request)).toString(),
    call: request.call,
    address_from: request.from,
    address_to: first?.address,
    memo: first?.memo,
    outputs: outputs.map(({ address, amount, memo }) => ({ address, amount: amount.toString(), memo })),
    remark: request.remark,
    fee_asset_id: feeAsset.id,
    max_fee: request.maxFee.toString(),
    fee_plan: request.feePlan,
    initiator_user: request.initiatorUser,
    initiator: request.initiator,
    intent_id: intentId,
    intent,
    digest,
    expires_at: expiresAt.toISOString(),
    ...(request.raises ? { raises: request.raises.id, payment_intent: request.raises.intent } : {}),
    ...(request.refunds === undefined
      ? {}
      : { refunds: request.refunds.id, refunded_payment: request.refunds.payment }),
    ...(request.batch ? { batch: request.batch.id, batch_version: request.batch.version } : {}),
    ...(request.inputs === undefined ? {} : { inputs: request.inputs }),
    ...(request.outflows ? { outflows: request.outflows.map(outflowRow) } : {}),
    ...(request.simulated === undefined ? {} : { simulated: request.simulated }),
    ...(audit ? { audit } : {}),
  };
}

function resultOf(row: Row): Accepted {
  if (row.problem === 'mismatch' || row.problem === 'attempt' || row.problem === 'over') return { state: row.problem };
  if (row.problem !== '') return { state: 'short', of: row.problem };
  if (row.accepted_id === null || row.accepted_status === null) throw new Error('an accepted order without an id');
  return { state: row.duplicated ? 'repeated' : 'accepted', id: row.accepted_id, status: row.accepted_status };
}

/** Which deposits the accepted orders give back; the table takes each payment once (migrations 0122, 0127). */
const refunded = sql`refunded as (insert into deposit_refunds (order_id, workspace_id, deposit_id, payment)
        select a.accepted_id, (o.x ->> 'workspace_id')::bigint, (o.x ->> 'refunds')::bigint, (o.x ->> 'refunded_payment')::int
        from accepted a join (select t.* from asked, jsonb_array_elements(asked.all_of_them) with ordinality as t (x, n)) o on o.n = a.idx + 1
        where a.problem = '' and not a.duplicated and o.x ? 'refunds' order by a.idx),`;

/** Which batches the accepted orders pay; the table takes each once (migration 0132). */
const batched = sql`batched as (insert into batch_orders (batch_id, order_id, workspace_id, version)
        select (o.x ->> 'batch')::bigint, a.accepted_id, (o.x ->> 'workspace_id')::bigint, (o.x ->> 'batch_version')::int
        from accepted a join (select t.* from asked, jsonb_array_elements(asked.all_of_them) with ordinality as t (x, n)) o on o.n = a.idx + 1
        where a.problem = '' and not a.duplicated and o.x ? 'batch' order by a.idx),`;
/** What a node said that the accepted calls do (migration 0190). */
const simulated = sql`simulated as (insert into order_simulations (order_id, told)
        select a.accepted_id, o.x -> 'simulated'
        from accepted a join (select t.* from asked, jsonb_array_elements(asked.all_of_them) with ordinality as t (x, n)) o on o.n = a.idx + 1
        where a.problem = '' and not a.duplicated and o.x ? 'simulated' order by a.idx),`;
/** Which outputs the accepted orders are to be made of; the table takes none that is another's (migration 0139). */
const chosen = sql`chosen as (insert into order_coins (order_id, chain, txid, vout)
        select a.accepted_id, o.x ->> 'chain', i.x ->> 'txid', (i.x ->> 'vout')::int
        from accepted a join (select t.* from asked, jsonb_array_elements(asked.all_of_them) with ordinality as t (x, n)) o on o.n = a.idx + 1,
          jsonb_array_elements(o.x -> 'inputs') as i (x)
        where a.problem = '' and not a.duplicated and o.x ? 'inputs' order by a.idx, 3, 4),`;

async function acceptAll(db: Db, orders: readonly NewOrder[]): Promise<Accepted[]> {
  const { rows } = await sql<Row>`
    with asked as materialized (select ${JSON.stringify(orders.map(rowOf))}::jsonb as all_of_them),
      accepted as materialized (select a.* from asked, orders_accept(asked.all_of_them) a),
      ${orders.some(({ request }) => request.refunds !== undefined) ? refunded : sql``}
      ${orders.some(({ request }) => request.batch !== undefined) ? batched : sql``}
      ${orders.some(({ request }) => request.inputs !== undefined) ? chosen : sql``}
      ${orders.some(({ request }) => request.simulated !== undefined) ? simulated : sql``}
      recorded as (insert into audit_outbox (record)
        select o.x -> 'audit' || jsonb_build_object('object', 'order:' || a.accepted_id)
        from accepted a join (select t.* from asked, jsonb_array_elements(asked.all_of_them) with ordinality as t (x, n)) o on o.n = a.idx + 1
        where a.problem = '' and not a.duplicated and o.x ? 'audit' order by a.idx)
    select * from accepted`.execute(db);
  return rows.sort((a, b) => a.idx - b.idx).map(resultOf);
}

const breaks = (error: unknown, unique: string): boolean =>
  sqlState(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === unique;

/** What the database does not let an order do: give back a deposit that another does, or that is not credited; pay a batch that another does, or that changed. */
function takenElsewhere(error: unknown): Accepted | undefined {
  if (sqlState(error) === 'HF030' || breaks(error, 'deposit_refunds_once')) return { state: 'refunded' };
  if (sqlState(error) === 'HF031' || breaks(error, 'batch_orders_pkey')) return { state: 'batched' };
  if (sqlState(error) === 'HF032') return { state: 'outputTaken' };
  return undefined;
}

/** A lone order again after a deadlock or serialisation failure: PostgreSQL undid it whole, so doing it again is right. */
async function acceptOne(db: Db, order: NewOrder): Promise<Accepted> {
  for (let attempt = 1; ; attempt++) {
    try {
      const [result] = await acceptAll(db, [order]);
      if (!result) throw new Error('no answer to an order');
      return result;
    } catch (error) {
      const elsewhere = takenElsewhere(error);
      if (elsewhere) return elsewhere;
      if (attempt >= 5 || !['40001', '40P01'].includes(sqlState(error) ?? '')) throw error;
    }
  }
}

/**
 * Takes orders: order and hold are one durable statement. Orders that arrive while another statement commits go together into the next one, so
 * the rate is not bounded by one commit each although they lock the same balance. One bad order cannot spoil another: a batch that fails is
 * done again one by one.
 */
export function createAccept(db: Db): (order: NewOrder) => Promise<Accepted> {
  const waiting: Waiting[] = [];
  let busy = 0;

  async function run(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await acceptAll(
        db,
        batch.map(({ order }) => order),
      );
      for (const [i, { resolve, reject }] of batch.entries()) {
        const result = results[i];
        if (result) resolve(result);
        else reject(new Error('no answer to an order'));
      }
    } catch {
      for (const { order, resolve, reject } of batch) await acceptOne(db, order).then(resolve, reject);
    }
  }
  function pump(): void {
    while (busy < lanes && waiting.length > 0) {
      busy++;
      void run(waiting.splice(0, batchMax)).finally(() => {
        busy--;
        pump();
      });
    }
  }
  return (order) =>
    new Promise((resolve, reject) => {
      waiting.push({ order, resolve, reject });
      // A turn of the loop lets requests that arrived together travel together.
      setImmediate(pump);
    });
}
