import { type ChainConfig, type ChainRouter, familyOf, type SettlerRouter } from '@holdfast/chains';
import {
  accountReader,
  RpcError,
  type SwapBounds,
  type SwapCall,
  type SwapQuote,
  type Swaps,
  type SwapTerms,
} from '@holdfast/chains/rpc';
import type { TradeDeps } from './deps.ts';
import { boundsOf } from './rules.ts';
import { settledBy } from './settled.ts';
import type { Wanted, ZeroEx } from './zero-ex.ts';

/** What somebody offers. */
export interface Offer extends SwapQuote {
  /** The contract that is called. */
  readonly router: string;
  /** Who takes the token that is given: it, or a contract of its. */
  readonly spender: string;
}
/** What is kept of an offer, with its bounds. */
export interface Firm extends Offer {
  readonly most: bigint;
  readonly least: bigint;
  /** The call as a service wrote it, with the end that stands in it, epoch seconds; null where it is made when the offer is taken. */
  readonly written: { readonly data: string; readonly until: bigint } | null;
}
/** Who swaps: asked for an offer, and for the call that makes it. */
export interface Provider {
  readonly name: string;
  /** @returns undefined where it swaps nothing for that, or does not answer */
  offer(terms: SwapTerms): Promise<Offer | undefined>;
  /** @returns undefined where it does not stand by it */
  firm(offer: Offer, terms: SwapTerms, wanted: Wanted): Promise<Firm | undefined>;
  /** The call of an offer that nobody has written. */
  call(terms: SwapTerms, bounds: SwapBounds): SwapCall;
}

const names = { v2: 'Uniswap V2', v3: 'Uniswap V3', settler: '0x' } as const;

/** A router on the chain itself: no service is asked. */
const ofChain = (swaps: Swaps, router: ChainRouter): Provider => ({
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
  firm: async (offer, { exactOut }, { slippage }) => ({
    ...offer,
    ...boundsOf(offer, exactOut, slippage),
    written: null,
  }),
  call: (terms, bounds) => swaps.call(router, terms, bounds),
});

type Asking = Pick<TradeDeps, 'log' | 'clock' | 'validForMs'> & { readonly service: NonNullable<ZeroEx> };

/** What a service does not answer is no offer of its: others may have one. */
async function orNone<T>({ log }: Asking, asking: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'no quote of 0x');
    return undefined;
  }
}

/** So much less tells the price before the swap moves it. */
const part = 1_000n;
async function fairOf(asking: Asking, network: string, terms: SwapTerms): Promise<bigint | undefined> {
  const small = terms.amount / part;
  if (small === 0n) return undefined;
  const brings = await orNone(asking, asking.service.price(network, { ...terms, amount: small }));
  return brings && (brings * terms.amount) / small;
}

/** The least time that is left for members to decide. */
const leastMs = 30_000;

async function firmOf(asking: Asking, network: string, router: SettlerRouter, terms: SwapTerms, wanted: Wanted) {
  const { service, clock, validForMs } = asking;
  const [quote, fair] = await Promise.all([
    orNone(asking, service.quote(network, terms, wanted)),
    fairOf(asking, network, terms),
  ]);
  const settled = quote && settledBy(router, quote, terms, wanted);
  if (!settled) return undefined;
  const left = Number(settled.until) * 1_000 - clock().getTime();
  // The intent would end before it, or nobody could sign it in time.
  if (left < leastMs || left > validForMs) return undefined;
  const { data } = quote.transaction;
  return {
    ...{ brings: quote.buyAmount, fair, most: terms.amount, least: settled.least },
    written: { data: data.toLowerCase(), until: settled.until },
  };
}

/** Ways that a service finds. So that exactly so much comes it finds none. */
const ofService = (asking: Asking, network: string, router: SettlerRouter): Provider => ({
  name: names.settler,
  async offer(terms) {
    const brings = terms.exactOut ? undefined : await orNone(asking, asking.service.price(network, terms));
    if (!brings) return undefined;
    const way = { path: [terms.gives, terms.gets], fees: [], fair: undefined };
    return { ...way, pays: terms.amount, brings, router: router.contract, spender: router.contract };
  },
  async firm(offer, terms, wanted) {
    const firm = await firmOf(asking, network, router, terms, wanted);
    return firm && { ...offer, ...firm };
  },
  call: () => {
    throw new Error('the service writes the call');
  },
});

export function providersOf(
  deps: Pick<TradeDeps, 'readerOf' | 'zeroEx' | 'log' | 'clock' | 'validForMs'>,
  chain: ChainConfig,
) {
  const { readerOf, zeroEx: service } = deps;
  if (!familyOf(chain).hasCalls || !chain.routers?.length) return [];
  const { swaps } = accountReader(readerOf(chain));
  if (!swaps) return [];
  const network = chain.id.slice(chain.family.length + 1);
  return chain.routers.flatMap((router): Provider[] => {
    if (router.kind !== 'settler') return [ofChain(swaps, router)];
    return service ? [ofService({ ...deps, service }, network, router)] : [];
  });
}

/** What gives most for it, or takes least, of those who stand by it. */
export async function bestOffer(
  providers: readonly Provider[],
  terms: SwapTerms,
  wanted: Wanted,
): Promise<(Firm & { readonly provider: Provider }) | undefined> {
  const offers = await Promise.all(
    providers.map(async (provider) => {
      const offer = await provider.offer(terms);
      return offer ? [{ offer, provider }] : [];
    }),
  );
  const worth = ({ pays, brings }: SwapQuote): bigint => (terms.exactOut ? -pays : brings);
  const sorted = offers.flat().toSorted((a, b) => (worth(b.offer) > worth(a.offer) ? 1 : -1));
  for (const { offer, provider } of sorted) {
    const firm = await provider.firm(offer, terms, wanted);
    if (firm) return { ...firm, provider };
  }
  return undefined;
}
