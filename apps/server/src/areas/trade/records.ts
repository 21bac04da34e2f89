import type { WorkspaceId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { type Asset, type Catalog, usdText } from '../../catalog.ts';
import type { TradeDeps } from './deps.ts';
import { countTrades, type FoundTrade, findTrades, type TradeFilter } from './queries.ts';
import { priceText } from './quotes.ts';
import { statusOf } from './rules.ts';

type Records = Pick<TradeDeps, 'db' | 'catalog'>;

const usdOf = (catalog: Catalog, { id }: Asset, units: bigint): string => {
  const worth = catalog.valueOf(id, units);
  return worth === null ? '' : usdText(worth);
};

/** What really left and came, once that is final; as quoted before. Of a coin that is configured no more there is nothing to tell. */
function recordOf({ catalog }: Records, row: FoundTrade) {
  const [from, to] = [catalog.find(row.gives_asset), catalog.find(row.gets_asset)];
  if (!from || !to) return [];
  const [gives, gets] = [from.asset, to.asset];
  const fee = catalog.feeAsset(from.chain);
  const sums = { pays: row.spent ?? row.pays, brings: row.came ?? row.brings };
  return [
    {
      ...{ trade_id: row.id, order_id: row.order_id, sub_wallet_id: row.sub_wallet_id, provider: row.provider },
      ...{ chain_id: from.chain.id, coin_net: from.chain.name, from_symbol: gives.symbol, to_symbol: gets.symbol },
      pay_amount: fromUnits(sums.pays, gives.decimals),
      ...{ pay_usd: usdOf(catalog, gives, sums.pays), receive_usd: usdOf(catalog, gets, sums.brings) },
      receive_amount: fromUnits(sums.brings, gets.decimals),
      min_receive_amount: fromUnits(row.least, gets.decimals),
      real_price: priceText(sums, gives, gets),
      fee_symbol: fee.symbol,
      fee_amount: row.real_fee === null ? '' : fromUnits(row.real_fee, fee.decimals),
      status: statusOf(row.status, row.failure),
      ...{ approve_txid: row.approve_txid ?? '', txid: row.txid ?? '', created_at: row.created_at },
    },
  ];
}

export const listTrades = async (
  deps: Records,
  workspaceId: WorkspaceId,
  filter: TradeFilter,
  { skip, size }: { readonly skip: number; readonly size: number },
) => (await findTrades(deps.db, workspaceId, filter, skip, size)).flatMap((row) => recordOf(deps, row));

export const tradeCounts = ({ db }: Records, workspaceId: WorkspaceId, filter: TradeFilter) =>
  countTrades(db, workspaceId, filter);

export type Told = Awaited<ReturnType<typeof listTrades>>[number];
