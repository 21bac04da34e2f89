import { assetKey, type SignedQuote, signQuote } from '@holdfast/policy';
import { type Core, policyInForce } from '../core.ts';

/** What this signer says that assets are worth, signed by its identity; assets without a fresh price are left out. */
export function quote(core: Core, assets: readonly { chain: string; contract: string }[]): { quotes: SignedQuote[] } {
  const { deployment } = policyInForce(core).document;
  const quotes = assets.flatMap(({ chain, contract }) => {
    const usd = core.prices.price(assetKey(chain, contract));
    if (usd === undefined) return [];
    const said = { deployment, chain, contract, usd, at: String(core.now()), signer: core.me };
    return [signQuote(said, core.identity.sign.secret)];
  });
  return { quotes };
}
