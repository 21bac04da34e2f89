import { assetKey, type SignedQuote, signQuote } from '@holdfast/policy';
import { policyInForce, type SignerContext } from '../context.ts';

/** What this signer says that assets are worth, signed by its identity; assets without a fresh price are left out. */
export function quote(
  ctx: SignerContext,
  assets: readonly { chain: string; contract: string }[],
): { quotes: SignedQuote[] } {
  const { deployment } = policyInForce(ctx).document;
  const quotes = assets.flatMap(({ chain, contract }) => {
    const usd = ctx.prices.price(assetKey(chain, contract));
    if (usd === undefined) return [];
    const said = { deployment, chain, contract, usd, at: String(ctx.now()), signer: ctx.me };
    return [signQuote(said, ctx.identity.sign.secret)];
  });
  return { quotes };
}
