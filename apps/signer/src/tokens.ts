import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import { type Book, type BookToken, bookTokenKey } from '@holdfast/policy';

type Chains = ReadonlyMap<string, ChainConfig>;

/** No operator has set bounds for what members agreed on. */
const unbounded = { minWithdraw: '1', maxWithdraw: String((1n << 256n) - 1n), minDeposit: '1' };

const assetOf = ({ contract, symbol, decimals }: BookToken): AssetConfig => ({
  ...{ symbol, name: symbol, contract, decimals: Number(decimals) },
  ...unbounded,
});

/** What the operator listed stays as it is, whatever members agreed on. */
function withTokens(chain: ChainConfig, tokens: readonly BookToken[]): ChainConfig {
  const listed = new Set(chain.assets.map(({ contract }) => bookTokenKey({ chain: chain.id, contract })));
  const more = tokens.filter((one) => one.chain === chain.id && !listed.has(bookTokenKey(one)));
  return more.length === 0 ? chain : { ...chain, assets: [...chain.assets, ...more.map(assetOf)] };
}

/** The configured chains, with the tokens beside that members agreed on; made anew only after a change of the book. */
export function createChains(configured: Chains): (book: Book) => Chains {
  let made: { readonly tokens: Book['tokens']; readonly chains: Chains } | undefined;
  return ({ tokens }) => {
    if (made?.tokens === tokens) return made.chains;
    const all = [...tokens.values()];
    const chains = new Map([...configured].map(([id, chain]) => [id, withTokens(chain, all)]));
    made = { tokens, chains };
    return chains;
  };
}
