import { fromUnits } from '@holdfast/money';
import type { Recorder } from '../../audit/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import { allowanceOf } from './allow.ts';
import type { TradeDeps } from './deps.ts';
import { allowanceUnderWay, dropTrade, findTrade, insertTrade, lastAllowance } from './queries.ts';
import { askOf, callOf, type Quote, type QuoteName, quoteOf } from './quoted.ts';
import { hashOf } from './rules.ts';

/** What came over the wire. */
export interface TradeAsk extends QuoteName {
  readonly request_id: string;
  readonly fee_level: 1 | 2 | 3;
  readonly max_fee?: string | undefined;
  readonly remark: string;
}
const askHash = (ask: TradeAsk): string => hashOf([ask.quote_id, ask.fee_level, ask.max_fee ?? '', ask.remark]);

/** @throws swapAuthorizeProcessing while an allowance is under way, callFails */
async function demandAllowance(deps: TradeDeps, who: Who, quote: Quote): Promise<void> {
  const { row, gives } = quote;
  if (await allowanceUnderWay(deps.db, row)) throw refuse('swapAuthorizeProcessing', {});
  const told = await allowanceOf(deps, who, quote);
  if (told && !told.enough)
    throw refuse('callFails', {
      reason: `its router may not take ${fromUnits(row.most, gives.decimals)} ${gives.symbol} yet`,
    });
}

/** Takes the quote, which nobody can take again. @throws quoteGone */
async function taken(deps: TradeDeps, who: Who, ask: TradeAsk, quote: Quote) {
  const { row } = quote;
  if (row.expires_at <= deps.clock()) throw refuse('quoteGone', {});
  await demandAllowance(deps, who, quote);
  const { data } = await callOf(deps, who, quote);
  const made = await insertTrade(deps.db, {
    ...{ quote_id: row.id, workspace_id: row.workspace_id, sub_wallet_id: row.sub_wallet_id, data },
    ...{ request_id: ask.request_id, request_hash: askHash(ask), created_at: deps.clock() },
    allowance: await lastAllowance(deps.db, row),
  });
  if (!made) throw refuse('quoteGone', {});
  return made;
}

/**
 * The order of a quoted swap, durable when this returns; the same request again gives the same order. What is refused has taken no quote.
 * @throws quoteGone, swapAuthorizeProcessing, callFails, duplicateRequest, and as a call of a contract does
 */
export async function submitTrade(deps: TradeDeps, who: Who, ask: TradeAsk, record: Recorder) {
  const known = await findTrade(deps.db, who.workspaceId, ask.request_id);
  if (known && known.request_hash !== askHash(ask)) throw refuse('duplicateRequest', {});
  const quote = await quoteOf(deps, who, ask);
  const trade = known ?? (await taken(deps, who, ask, quote));
  const { request_id, fee_level, max_fee, remark } = ask;
  const asked = { ...askOf(quote, trade.data), request_id, fee_level, max_fee, remark };
  try {
    return { id: trade.id, made: await deps.web3.swap(who, asked, record) };
  } catch (error) {
    if (error instanceof Refusal && !known) await dropTrade(deps.db, trade.id);
    throw error;
  }
}
