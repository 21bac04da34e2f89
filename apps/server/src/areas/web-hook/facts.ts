import { fromUnits } from '@holdfast/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog.ts';
import type { Tx } from '../../db/database.ts';
import { attemptToldOf } from '../../orders/service.ts';
import { numberOf, type OutboxEvent } from '../../outbox/events.ts';

/** What an event says of an order or a deposit: JSON, amounts as decimal text, times in epoch milliseconds. */
export type EventFacts = Readonly<Record<string, unknown>>;

interface OrderRow {
  readonly id: number;
  readonly kind: string;
  readonly request_id: string;
  readonly sub_wallet_id: number;
  readonly chain: string;
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly address_from: string;
  readonly address_to: string;
  readonly outputs: readonly { address: string; amount: string; memo: string }[];
  readonly memo: string;
  readonly txid: string;
  readonly height: number | null;
  readonly fee_symbol: string;
  readonly fee_decimals: number;
  readonly max_fee: bigint;
  readonly real_fee: bigint | null;
  readonly raises: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
type DepositRow = Omit<
  OrderRow,
  'kind' | 'request_id' | 'outputs' | 'fee_symbol' | 'fee_decimals' | 'max_fee' | 'real_fee' | 'raises'
> & { readonly needed: number };

async function findOrders(tx: Tx, ids: readonly number[]): Promise<readonly OrderRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OrderRow>`
    select o.id, o.kind, o.request_id, o.sub_wallet_id, o.chain, a.symbol, a.contract, a.decimals, o.amount, o.address_from, o.address_to, o.outputs, o.memo,
      coalesce((select m.txid from orders m where m.id = o.mined_as), o.txid, '') as txid, o.mined_height as height, f.symbol as fee_symbol,
      f.decimals as fee_decimals, o.max_fee, o.real_fee, o.raises, o.created_at, o.updated_at
    from orders o join assets a on a.id = o.asset_id join assets f on f.id = o.fee_asset_id where o.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  return rows;
}
async function findDeposits(tx: Tx, ids: readonly number[]): Promise<readonly DepositRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DepositRow>`
    select d.id, d.sub_wallet_id, d.chain, a.symbol, a.contract, a.decimals, d.amount, d.address_from, d.address_to, d.memo, d.txid, d.height, d.needed,
      d.created_at, d.updated_at
    from deposits d join assets a on a.id = d.asset_id where d.id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

const shared = (row: OrderRow | DepositRow, catalog: Pick<Catalog, 'chain'>): EventFacts => ({
  business_id: row.id,
  sub_wallet_id: row.sub_wallet_id,
  chain_id: row.chain,
  symbol: row.symbol,
  base_symbol: catalog.chain(row.chain)?.baseSymbol ?? '',
  contract_address: row.contract,
  amount: fromUnits(row.amount, row.decimals),
  address_from: row.address_from,
  address_to: row.address_to,
  memo: row.memo,
  txid: row.txid,
  tx_height: row.height,
  created_at: row.created_at.getTime(),
  updated_at: row.updated_at.getTime(),
});
const orderFacts = (row: OrderRow, catalog: Pick<Catalog, 'chain'>): EventFacts => ({
  ...shared(row, catalog),
  kind: row.kind,
  request_id: row.request_id,
  outputs: row.outputs.map(({ address, amount, memo }) => ({
    address,
    amount: fromUnits(BigInt(amount), row.decimals),
    memo,
  })),
  fee_symbol: row.fee_symbol,
  fee: fromUnits(row.max_fee, row.fee_decimals),
  real_fee: row.real_fee === null ? null : fromUnits(row.real_fee, row.fee_decimals),
  ...attemptToldOf(row),
});

/** What is to be said of each event's object, by the object; as it is now, which may be a moment after the event. */
export async function factsOf(
  tx: Tx,
  events: readonly OutboxEvent[],
  catalog: Pick<Catalog, 'chain'>,
): Promise<ReadonlyMap<string, EventFacts>> {
  const idsOf = (kind: string) => [...new Set(events.filter((one) => one.kind === kind).map(numberOf))];
  const orders = await findOrders(tx, idsOf('order'));
  const deposits = await findDeposits(tx, idsOf('deposit'));
  return new Map([
    ...orders.map((row) => [`order:${row.id}`, orderFacts(row, catalog)] as const),
    ...deposits.map(
      (row) =>
        [`deposit:${row.id}`, { ...shared(row, catalog), request_id: '', confirmations_needed: row.needed }] as const,
    ),
  ]);
}
