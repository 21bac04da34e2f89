import { type SubWalletId, tradeImpact, tradeSlippage, type WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { CoinName } from '../../catalog.ts';
import type { Who } from '../withdraw/service.ts';
import { type ApproveAsk, approveInfo, createApprove } from './allow.ts';
import { crossCoins, hotCoins, networksOf } from './coins.ts';
import type { TradeDeps } from './deps.ts';
import { lookAtFailures } from './failures.ts';
import { deleteQuotes, type TradeFilter } from './queries.ts';
import type { QuoteName } from './quoted.ts';
import { checkQuote, makeQuote, type QuoteAsk } from './quotes.ts';
import { listTrades, tradeCounts } from './records.ts';
import { quoteMs } from './rules.ts';
import { submitTrade, type TradeAsk } from './submit.ts';

export type { TradeDeps } from './deps.ts';
export type { Told } from './records.ts';
export type TradeService = ReturnType<typeof createTrade>;

/** Quotes that nobody took are kept for a day. */
const keptMs = 24 * 3_600_000;

/** Swaps: quote, allowance, order, and what became of it. */
export const createTrade = (deps: TradeDeps) => ({
  info: async (workspaceId: WorkspaceId, id: SubWalletId) => {
    await deps.wallets.subWallet(workspaceId, id);
    return {
      ...{ usual_slippage: tradeSlippage.usual, most_slippage: tradeSlippage.most },
      ...{ warned_impact: tradeImpact.warned, most_impact: tradeImpact.most, quote_seconds: quoteMs / 1_000 },
    };
  },
  networks: async (workspaceId: WorkspaceId, id: SubWalletId) => {
    await deps.wallets.subWallet(workspaceId, id);
    return networksOf(deps);
  },
  hotCoins: (workspaceId: WorkspaceId, id: SubWalletId, chain: string) => hotCoins(deps, workspaceId, id, chain),
  crossCoins: (workspaceId: WorkspaceId, id: SubWalletId, name: CoinName) => crossCoins(deps, workspaceId, id, name),
  quote: (who: Who, ask: QuoteAsk) => makeQuote(deps, who, ask),
  check: (who: Who, named: QuoteName) => checkQuote(deps, who, named),
  submit: (who: Who, ask: TradeAsk, record: Recorder) => submitTrade(deps, who, ask, record),
  approveInfo: (who: Who, named: QuoteName) => approveInfo(deps, who, named),
  createApprove: (who: Who, ask: ApproveAsk, record: Recorder) => createApprove(deps, who, ask, record),
  counts: (workspaceId: WorkspaceId, filter: TradeFilter) => tradeCounts(deps, workspaceId, filter),
  list: (workspaceId: WorkspaceId, filter: TradeFilter, place: { readonly skip: number; readonly size: number }) =>
    listTrades(deps, workspaceId, filter, place),
  lookAtFailures: () => lookAtFailures(deps),
  forgetQuotes: async () => void (await deleteQuotes(deps.db, new Date(deps.clock().getTime() - keptMs))),
});
