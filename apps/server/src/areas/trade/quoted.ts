import type { ChainConfig } from '@holdfast/chains';
import type { SwapTerms } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Asset } from '../../catalog.ts';
import { refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import type { TradeDeps } from './deps.ts';
import { type Provider, providersOf } from './providers.ts';
import { findQuote, type QuoteRow } from './queries.ts';
import { swapMs } from './rules.ts';

/** As the wire names a quote: with the sub-wallet by which it was judged who may use it. */
export interface QuoteName {
  readonly sub_wallet_id: SubWalletId;
  readonly quote_id: string;
}

/** A quote with what it speaks of. */
export interface Quote {
  readonly row: QuoteRow;
  readonly chain: ChainConfig;
  readonly gives: Asset;
  readonly gets: Asset;
  readonly provider: Provider;
}

const termsOf = ({ gives, gets, row }: Pick<Quote, 'gives' | 'gets' | 'row'>): SwapTerms => ({
  ...{ gives: gives.contract, gets: gets.contract, exactOut: row.exact_out },
  amount: row.exact_out ? row.brings : row.pays,
});

/** The call that makes a quoted swap, to the account itself: as it was written, or as it is written now. */
export async function callOf(deps: TradeDeps, who: Who, quote: Quote) {
  const { row, chain, provider, gives } = quote;
  if (row.data !== null) return { to: row.router, amount: gives.contract === '' ? row.most : 0n, data: row.data };
  const own = await deps.withdraws.account(who.workspaceId, row.sub_wallet_id, chain);
  const end = deps.clock().getTime() + Math.min(deps.validForMs, swapMs);
  const { path, fees, most, least } = row;
  const bounds = { path, fees, most, least, to: own.address, until: BigInt(Math.floor(end / 1_000)) };
  return provider.call(termsOf(quote), bounds);
}

/** A quoted swap as an order of the kind `call` asks for it. */
export const askOf = ({ row, chain, gives, gets }: Quote, data: string) => ({
  sub_wallet_id: row.sub_wallet_id,
  main_chain_symbol: chain.id,
  interactive_contract: row.router,
  amount: gives.contract === '' ? fromUnits(row.most, gives.decimals) : '0',
  input_data: data,
  comes: { contract: gets.contract, units: row.least, decimals: String(gets.decimals), symbol: gets.symbol },
});

/** @throws quoteGone for one that is not there, or of somebody else */
export async function quoteOf(deps: TradeDeps, { workspaceId, memberId }: Who, named: QuoteName): Promise<Quote> {
  const row = await findQuote(deps.db, workspaceId, named);
  const [gives, gets] = [row && deps.catalog.find(row.gives_asset), row && deps.catalog.find(row.gets_asset)];
  const provider = gives && row && providersOf(deps, gives.chain).find(({ name }) => name === row.provider);
  if (!row || row.member !== memberId || !gives || !gets || !provider) throw refuse('quoteGone', {});
  return { row, chain: gives.chain, gives: gives.asset, gets: gets.asset, provider };
}
