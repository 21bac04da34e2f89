import { randomUUID } from 'node:crypto';
import type { ChainConfig } from '@holdfast/chains';
import { type SubWalletId, tradeImpact } from '@holdfast/contract';
import { fromUnits, MoneyError, toUnits } from '@holdfast/money';
import type { Asset } from '../../catalog.ts';
import { refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import { allowanceOf } from './allow.ts';
import { tradeAsset, tradeChain } from './coins.ts';
import type { TradeDeps } from './deps.ts';
import { bestOffer, type Firm, providersOf } from './providers.ts';
import { insertQuote, type QuoteRow } from './queries.ts';
import { askOf, callOf, type Quote, type QuoteName, quoteOf } from './quoted.ts';
import { impactOf, quoteMs, swapMs } from './rules.ts';

/** What came over the wire. */
export interface QuoteAsk {
  readonly sub_wallet_id: SubWalletId;
  readonly main_chain_symbol: string;
  readonly from_contract: string;
  readonly to_contract: string;
  readonly amount: string;
  readonly side: '1' | '2';
  readonly slippage: number;
  /** By its name; whoever gives most where none is named. */
  readonly provider?: string | undefined;
}

/** @throws tooManyDecimals, amountError */
function unitsOf(text: string, { symbol, decimals }: Asset): bigint {
  try {
    const units = toUnits(text, decimals);
    if (units === 0n) throw refuse('amountError', {});
    return units;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw error.code === 'tooManyDecimals'
      ? refuse('tooManyDecimals', { symbol, decimals })
      : refuse('amountError', {});
  }
}

async function offered(
  deps: TradeDeps,
  { chain, gives, gets }: Pick<Quote, 'chain' | 'gives' | 'gets'>,
  ask: QuoteAsk,
  taker: string,
) {
  const exactOut = ask.side === '2';
  const amount = unitsOf(ask.amount, exactOut ? gets : gives);
  const terms = { gives: gives.contract, gets: gets.contract, amount, exactOut };
  const asked = providersOf(deps, chain).filter(({ name }) => ask.provider === undefined || name === ask.provider);
  const offer = await bestOffer(asked, terms, { taker, slippage: ask.slippage });
  if (!offer || offer.least === 0n) throw refuse('noRoute', { from: gives.symbol, to: gets.symbol });
  const impact = impactOf(offer.brings, offer.fair);
  // Nor for that much: it would pay far more than the price.
  if (impact !== undefined && impact > tradeImpact.most)
    throw refuse('noRoute', { from: gives.symbol, to: gets.symbol });
  return { ...offer, exactOut, impact };
}

/** When it can be taken no more, and when the swap itself fails. */
function endsOf({ clock, validForMs }: TradeDeps, written: Firm['written']) {
  const now = clock();
  const end = written ? Number(written.until) * 1_000 : now.getTime() + Math.min(validForMs, swapMs);
  return { now, expires_at: new Date(Math.min(now.getTime() + quoteMs, end)), fails_at: new Date(end) };
}

interface Kept extends Quote {
  readonly impact: number;
  readonly failsAt: Date;
}
async function kept(deps: TradeDeps, who: Who, ask: QuoteAsk, chain: ChainConfig): Promise<Kept> {
  const [gives, gets] = [tradeAsset(deps, chain, ask.from_contract), tradeAsset(deps, chain, ask.to_contract)];
  if (gives.id === gets.id) throw refuse('noRoute', { from: gives.symbol, to: gets.symbol });
  const own = await deps.withdraws.account(who.workspaceId, ask.sub_wallet_id, chain);
  const offer = await offered(deps, { chain, gives, gets }, ask, own.address);
  const { provider, router, spender, path, fees, pays, brings, most, least, exactOut, impact = -1, written } = offer;
  const { now, expires_at, fails_at } = endsOf(deps, written);
  const row: QuoteRow = {
    ...{ id: randomUUID(), workspace_id: who.workspaceId, sub_wallet_id: ask.sub_wallet_id, member: who.memberId },
    ...{ provider: provider.name, router, spender, gives_asset: gives.id, gets_asset: gets.id },
    ...{ exact_out: exactOut, path: [...path], fees: [...fees], data: written?.data ?? null },
    ...{ pays, brings, most, least, created_at: now, expires_at },
  };
  await insertQuote(deps.db, row);
  return { row, chain, gives, gets, provider, impact, failsAt: fails_at };
}

/** How many decimals a price is told with. */
const priceDecimals = 18;
export function priceText({ pays, brings }: Pick<QuoteRow, 'pays' | 'brings'>, gives: Asset, gets: Asset): string {
  const scale = 10n ** BigInt(priceDecimals + gives.decimals);
  return pays === 0n ? '0' : fromUnits((brings * scale) / (pays * 10n ** BigInt(gets.decimals)), priceDecimals);
}

/** What members see of a token on the way. */
const routeOf = (deps: TradeDeps, { chain, row, gives, gets }: Quote): string[] =>
  row.path.map((contract, i) => {
    if (i === 0) return gives.symbol;
    if (i === row.path.length - 1) return gets.symbol;
    return deps.catalog.assetsOf(chain).find((one) => one.contract === contract)?.symbol ?? contract;
  });

/** The best offer, kept until it ends. @throws unsupportedCoin, coinUnverified, noRoute, amountError, tooManyDecimals, authorizeDataError */
export async function makeQuote(deps: TradeDeps, who: Who, ask: QuoteAsk) {
  await deps.wallets.subWallet(who.workspaceId, ask.sub_wallet_id);
  const quote = await kept(deps, who, ask, tradeChain(deps, ask.main_chain_symbol));
  const { row, gives, gets, provider, impact, failsAt, chain } = quote;
  const need = await allowanceOf(deps, who, quote);
  const looked =
    need && !need.enough ? undefined : await deps.web3.look(who, askOf(quote, (await callOf(deps, who, quote)).data));
  const [given, got] = [
    (units: bigint) => fromUnits(units, gives.decimals),
    (units: bigint) => fromUnits(units, gets.decimals),
  ];
  return {
    ...{ quote_id: row.id, provider: provider.name, router: row.router, route: routeOf(deps, quote) },
    pool_fees: row.fees,
    ...{ from_symbol: gives.symbol, to_symbol: gets.symbol },
    ...{ pay_amount: given(row.pays), max_pay_amount: given(row.most) },
    ...{ receive_amount: got(row.brings), min_receive_amount: got(row.least) },
    ...{ price: priceText(row, gives, gets), price_impact: impact },
    ...{ expire_at: row.expires_at, fail_at: failsAt },
    fee_symbol: deps.catalog.feeAsset(chain).symbol,
    fees: looked?.fees ?? [],
    need_approve: need ? { spender: row.spender, allowance: given(need.units), enough: need.enough } : null,
  };
}

/** Would the rules let it be made, by the one who asks? Nothing is written. @throws quoteGone */
export async function checkQuote(deps: TradeDeps, who: Who, named: QuoteName) {
  const quote = await quoteOf(deps, who, named);
  const { problem, simulation } = await deps.web3.look(who, askOf(quote, (await callOf(deps, who, quote)).data));
  const reason = problem || (simulation.success ? '' : simulation.reason);
  return { pass: reason === '', reason };
}
