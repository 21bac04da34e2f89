import { isCall, outflowsOf, type PolicyDocument, parseIntent, type SignedQuote } from '@holdfast/policy';
import type { Clock } from '../clock.ts';
import type { Signer } from '../signers/client.ts';

const freshMs = 30_000;

/** Does any rule in force speak of values? */
export const needsPrices = ({ senior }: PolicyDocument): boolean =>
  senior.some(({ enabled, when }) => enabled === 'on' && when.amount.unit === 'usd');

/** The coins whose prices rules ask for: an attempt has those of its payment, also where it drops it and pays nothing. */
export function coinsOf({ intent, payment_intent }: { readonly intent: string; readonly payment_intent: string }) {
  const payment = parseIntent(payment_intent || intent);
  const beside = isCall(payment) ? outflowsOf(payment).map(({ contract }) => contract) : [];
  return [payment.chain, [payment.asset.contract, ...beside]] as const;
}

export type Quotes = ReturnType<typeof createQuotes>;

/** What the signers say that assets are worth; asked only where a rule speaks of values. A signer that cannot be asked has no quote. */
export function createQuotes({ signers, clock }: { signers: readonly Signer[]; clock: Clock }) {
  const known = new Map<string, { readonly at: number; readonly quotes: Promise<SignedQuote[]> }>();

  /** Of the assets, and of the coin that fees are paid in: they count too. */
  const ask = async (key: string, chain: string, contracts: readonly string[]): Promise<SignedQuote[]> => {
    const assets = [...new Set([...contracts, ''])].map((each) => ({ chain, contract: each }));
    const replies = await Promise.allSettled(signers.map((signer) => signer.call('quote', { assets })));
    const quotes = replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value.quotes : []));
    // A price that was missing may be there at the next payment, which nobody need wait for.
    if (quotes.length < signers.length * assets.length) known.delete(key);
    return quotes;
  };

  /** @param maxAgeMs 0 asks anew, for what is about to be signed */
  return async (
    document: PolicyDocument,
    chain: string,
    contracts: readonly string[],
    maxAgeMs = freshMs,
  ): Promise<readonly SignedQuote[]> => {
    if (!needsPrices(document)) return [];
    const at = clock().getTime();
    const key = `${chain}|${contracts.join('|')}`;
    const found = known.get(key);
    if (found && at - found.at < maxAgeMs) return found.quotes;
    const quotes = ask(key, chain, contracts);
    known.set(key, { at, quotes });
    return quotes;
  };
}
