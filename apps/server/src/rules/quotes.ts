import { isCall, isMessage, outflowsOf, type PolicyDocument, type SignedQuote } from '@holdfast/policy';
import type { Clock } from '../clock.ts';
import type { Signer } from '../signers/client.ts';
import { parsedIntent } from './parsed.ts';

const freshMs = 30_000;
/** An answer that lacks a price: the next payment may have it, and a form that is written in must not ask signers at every letter. */
const missingMs = 1_000;

interface Asked {
  readonly at: number;
  readonly quotes: Promise<readonly SignedQuote[]>;
  keptMs: number;
}

/** Does any rule in force speak of values? */
export const needsPrices = ({ senior }: PolicyDocument): boolean =>
  senior.some(({ enabled, when }) => enabled === 'on' && when.amount.unit === 'usd');

/** The coins whose prices rules ask for: an attempt has those of its payment, also where it drops it and pays nothing. */
export function coinsOf({ intent, payment_intent }: { readonly intent: string; readonly payment_intent: string }) {
  const payment = parsedIntent(payment_intent || intent);
  const beside = isCall(payment) || isMessage(payment) ? outflowsOf(payment).map(({ contract }) => contract) : [];
  return [payment.chain, [payment.asset.contract, ...beside]] as const;
}

export type Quotes = ReturnType<typeof createQuotes>;

/** What the signers say that assets are worth; asked only where a rule speaks of values. A signer that cannot be asked has no quote. */
export function createQuotes({ signers, clock }: { signers: readonly Signer[]; clock: Clock }) {
  const known = new Map<string, Asked>();

  /** Of the assets, and of the coin that fees are paid in: they count too. */
  const ask = (at: number, chain: string, contracts: readonly string[]): Asked => {
    const assets = [...new Set([...contracts, ''])].map((each) => ({ chain, contract: each }));
    const replies = Promise.allSettled(signers.map((signer) => signer.call('quote', { assets })));
    const quotes = replies.then((all) => {
      const said = all.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value.quotes : []));
      if (said.length < signers.length * assets.length) asked.keptMs = missingMs;
      return said;
    });
    const asked: Asked = { at, quotes, keptMs: freshMs };
    return asked;
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
    if (found && at - found.at < Math.min(maxAgeMs, found.keptMs)) return found.quotes;
    const asked = ask(at, chain, contracts);
    known.set(key, asked);
    return asked.quotes;
  };
}
