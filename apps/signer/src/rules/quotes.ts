import { assetKey, type SignedQuote, signQuote } from '@holdfast/policy';
import { policyInForce, type SignerContext } from '../context.ts';

/** Where a price comes from, to be shown; no rule goes by it. */
interface Origin {
  readonly chain: string;
  readonly contract: string;
  readonly usd: string;
  /** Of when it is, epoch milliseconds. */
  readonly at: number;
  readonly source: string;
}

/** What this signer says that assets are worth, signed by its identity; assets without a fresh price are left out. */
export function quote(
  ctx: SignerContext,
  assets: readonly { chain: string; contract: string }[],
): { quotes: SignedQuote[]; origins: Origin[] } {
  const { deployment } = policyInForce(ctx).document;
  const origins = assets.flatMap(({ chain, contract }) => {
    const price = ctx.prices.strict(assetKey(chain, contract));
    return price ? [{ chain, contract, ...price }] : [];
  });
  const quotes = origins.map(({ chain, contract, usd }) => {
    const said = { deployment, chain, contract, usd, at: String(ctx.now()), signer: ctx.me };
    return signQuote(said, ctx.identity.sign.secret);
  });
  return { quotes, origins };
}
