import type { ChainConfig } from '@holdfast/chains';
import { familyOf } from '@holdfast/chains';
import {
  accountReader,
  RpcError,
  type SwapBounds,
  type SwapCall,
  type SwapQuote,
  type SwapTerms,
} from '@holdfast/chains/rpc';
import type { TradeDeps } from './deps.ts';

/** What somebody offers. */
export interface Offer extends SwapQuote {
  /** The contract that is called. */
  readonly router: string;
  /** Who takes the token that is given: it, or a contract of its. */
  readonly spender: string;
}
/** Who swaps: asked for an offer, and for the call that makes it. */
export interface Provider {
  readonly name: string;
  /** @returns undefined where it swaps nothing for that, or does not answer */
  offer(terms: SwapTerms): Promise<Offer | undefined>;
  call(terms: SwapTerms, bounds: SwapBounds): SwapCall;
}

const names = { v2: 'Uniswap V2', v3: 'Uniswap V3' } as const;

/** Routers on the chain itself: no service is asked. */
export function providersOf({ readerOf }: Pick<TradeDeps, 'readerOf'>, chain: ChainConfig): readonly Provider[] {
  if (!familyOf(chain).hasCalls || !chain.routers?.length) return [];
  const { swaps } = accountReader(readerOf(chain));
  if (!swaps) return [];
  return chain.routers.map((router) => ({
    name: names[router.kind],
    async offer(terms) {
      try {
        const quote = await swaps.quote(router, terms);
        return quote && { ...quote, router: router.contract, spender: router.contract };
      } catch (error) {
        if (error instanceof RpcError) return undefined;
        throw error;
      }
    },
    call: (terms, bounds) => swaps.call(router, terms, bounds),
  }));
}

/** What gives most for it, or takes least. */
export async function bestOffer(
  providers: readonly Provider[],
  terms: SwapTerms,
): Promise<(Offer & { readonly provider: Provider }) | undefined> {
  const offers = await Promise.all(
    providers.map(async (provider) => {
      const offer = await provider.offer(terms);
      return offer ? [{ ...offer, provider }] : [];
    }),
  );
  const isBetter = (a: SwapQuote, b: SwapQuote): boolean => (terms.exactOut ? a.pays < b.pays : a.brings > b.brings);
  return offers
    .flat()
    .reduce<Awaited<ReturnType<typeof bestOffer>>>(
      (best, one) => (!best || isBetter(one, best) ? one : best),
      undefined,
    );
}
