import type { SettlerRouter } from '@holdfast/chains';
import type { SwapTerms } from '@holdfast/chains/rpc';
import { readCall, type Trade, tradeOf } from '@holdfast/policy';
import { boundsOf } from './rules.ts';
import type { FirmQuote, Wanted } from './zero-ex.ts';

const isSame = (a: string, b: string | null | undefined): boolean => b == null || a.toLowerCase() === b.toLowerCase();

/** The swap that its call is, by our own reading. */
function readOf(router: SettlerRouter, { data, value }: FirmQuote['transaction'], own: string): Trade | undefined {
  const outputs = [{ address: router.contract, amount: String(value), memo: '', entry: '', path: '' }];
  const reading = readCall({ call: data.toLowerCase(), from: own, outputs });
  return reading && tradeOf({ outputs }, reading);
}

/** Of what was asked for, by contracts that are listed, to the account itself? */
function isAsked(router: SettlerRouter, trade: Trade, terms: SwapTerms, own: string): boolean {
  const { gives, gets, most, to, through = '' } = trade;
  if (!router.settlers.includes(through) || to !== own || gives !== terms.gives || gets !== terms.gets) return false;
  return gives === '' || most === terms.amount;
}

/**
 * What a service wrote, held to what the signers will hold it to: nothing is quoted that nobody would sign. Whom it calls and who may take the token is what this
 * installation lists, whatever the service names.
 * @returns what comes at least and until when, by the bytes; undefined for anything else
 */
export function settledBy(
  router: SettlerRouter,
  quote: FirmQuote,
  terms: SwapTerms,
  { taker, slippage }: Wanted,
): { readonly least: bigint; readonly until: bigint } | undefined {
  const { transaction, allowanceTarget, issues, buyAmount } = quote;
  const spenders = [transaction.to, allowanceTarget, issues?.allowance?.spender];
  if (!spenders.every((one) => isSame(router.contract, one))) return undefined;
  if (transaction.value !== (terms.gives === '' ? terms.amount : 0n)) return undefined;
  const trade = readOf(router, transaction, taker);
  if (!trade || !isAsked(router, trade, terms, taker)) return undefined;
  const { least } = boundsOf({ pays: terms.amount, brings: buyAmount }, false, slippage);
  // A service may round the other way.
  if (trade.least === 0n || trade.least > buyAmount || trade.least + 1n < least) return undefined;
  return { least: trade.least, until: trade.until };
}
