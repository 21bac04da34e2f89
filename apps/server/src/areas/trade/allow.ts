import { fromUnits } from '@holdfast/money';
import type { Recorder } from '../../audit/service.ts';
import { refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import type { TradeDeps } from './deps.ts';
import { allowanceUnderWay } from './queries.ts';
import { type Quote, type QuoteName, quoteOf } from './quoted.ts';

/** How much of what is given its router may take; undefined where coins go along, which nobody takes. @throws authorizeDataError where the node does not say */
export async function allowanceOf({ withdraws, web3 }: TradeDeps, who: Who, { row, chain, gives }: Quote) {
  if (gives.contract === '') return undefined;
  const own = await withdraws.account(who.workspaceId, row.sub_wallet_id, chain);
  const units = await web3.allowed(chain, own.address, { contract: gives.contract, spender: row.spender });
  return { units, enough: units >= row.most };
}

/** @throws quoteGone, authorizeDataError */
export async function approveInfo(deps: TradeDeps, who: Who, named: QuoteName) {
  const quote = await quoteOf(deps, who, named);
  const { row, gives } = quote;
  const told = await allowanceOf(deps, who, quote);
  const open = await allowanceUnderWay(deps.db, row);
  return {
    ...{ symbol: gives.symbol, spender: row.spender, amount: fromUnits(row.most, gives.decimals) },
    allowance: fromUnits(told?.units ?? 0n, gives.decimals),
    enough: told?.enough ?? true,
    order: open ? { withdraw_id: open.id, status: open.status } : null,
  };
}

/** What came over the wire. */
export interface ApproveAsk extends QuoteName {
  readonly request_id: string;
  readonly fee_level: 1 | 2 | 3;
  readonly remark: string;
}

/** Nobody is asked to allow what could not be swapped. @throws insufficientBalance */
async function demandBalance({ withdraws }: TradeDeps, { workspaceId }: Who, { row, gives }: Quote): Promise<void> {
  const { available } = await withdraws.balance(workspaceId, row.sub_wallet_id, gives.id);
  if (row.most > available)
    throw refuse('insufficientBalance', {
      available: fromUnits(available, gives.decimals),
      symbol: gives.symbol,
    });
}

/** An order that lets the router take exactly what the swap takes at most. @throws quoteGone, swapAuthorizeProcessing, insufficientBalance, and as asking for an allowance does */
export async function createApprove(deps: TradeDeps, who: Who, ask: ApproveAsk, record: Recorder) {
  const quote = await quoteOf(deps, who, ask);
  const { row, chain, gives } = quote;
  const open = await allowanceUnderWay(deps.db, row);
  if (open && open.request_id !== ask.request_id) throw refuse('swapAuthorizeProcessing', {});
  if (gives.contract === '') throw refuse('unsupportedCoin', { symbol: gives.symbol });
  if (!open) await demandBalance(deps, who, quote);
  const wanted = {
    ...{ request_id: ask.request_id, sub_wallet_id: row.sub_wallet_id, main_chain_symbol: chain.id },
    ...{ trans_type: '0' as const, interactive_contract: gives.contract, spender: row.spender },
    ...{ amount: fromUnits(row.most, gives.decimals), fee_level: ask.fee_level, remark: ask.remark },
  };
  return deps.web3.ask(who, wanted, record);
}
