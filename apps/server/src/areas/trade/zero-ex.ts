import { readFileSync } from 'node:fs';
import type { BlockList } from 'node:net';
import type { SwapTerms } from '@holdfast/chains/rpc';
import { z } from 'zod';
import type { ServerConfig } from '../../config.ts';
import { readNetworks } from '../../outgoing/guard.ts';
import { askOutside } from '../../outgoing/post.ts';

/** A service that finds ways for swaps, as 0x's Swap API v2 has it (0x.org/docs/api, "Swap API", AllowanceHolder). Nothing that it says is believed: see `settled.ts`. */

const limits = { timeoutMs: 5_000, maxBytes: 300_000 };

/** As it calls a chain's own coin. */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const named = (contract: string): string => contract || coin;

const units = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/)
  .transform(BigInt);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const nothing = z.object({ liquidityAvailable: z.literal(false) });
const price = z.object({
  liquidityAvailable: z.literal(true),
  buyAmount: units,
  minBuyAmount: units,
  sellAmount: units,
  buyToken: address,
  sellToken: address,
});
const firm = price.extend({
  /** Who is to be allowed the token; null where nobody needs it. */
  allowanceTarget: address.nullish(),
  issues: z.object({ allowance: z.object({ spender: address }).nullish() }).nullish(),
  transaction: z.object({ to: address, data: z.string().regex(/^0x([0-9a-f]{2})+$/i), value: units }),
});
type Price = z.output<typeof price>;
export type FirmQuote = z.output<typeof firm>;

/** For whom, and by how much the price may move until then, in hundredths of a percent. */
export interface Wanted {
  readonly taker: string;
  readonly slippage: number;
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Is it an answer to what was asked? */
const answers = (told: Price, { gives, gets, amount }: SwapTerms): boolean =>
  isSame(told.sellToken, named(gives)) && isSame(told.buyToken, named(gets)) && told.sellAmount === amount;

interface Service {
  readonly url: string;
  readonly key: string;
  readonly allow: BlockList;
}
/** @throws Error for anything but an answer of that form; OutgoingRefused where nothing is sent there */
async function ask<T extends Price>(
  { url, key, allow }: Service,
  what: 'price' | 'quote',
  query: Readonly<Record<string, string>>,
  form: z.ZodType<T>,
): Promise<T | undefined> {
  const headers = { accept: 'application/json', '0x-api-key': key, '0x-version': 'v2' };
  const place = `${url}/swap/allowance-holder/${what}?${new URLSearchParams(query)}`;
  const { status, text, whole } = await askOutside(place, { headers }, allow, limits);
  if (status !== 200 || !whole) throw new Error(`the service answers ${status}`);
  const told = z.union([form, nothing]).parse(JSON.parse(text));
  return told.liquidityAvailable ? (told as T) : undefined;
}

export type ZeroEx = ReturnType<typeof createZeroEx>;

/** @param config undefined where no such service is configured */
export function createZeroEx(config: ServerConfig['zeroEx']) {
  if (!config) return undefined;
  const service: Service = {
    url: config.url.replace(/\/+$/, ''),
    key: readFileSync(config.keyFile, 'utf8').trim(),
    allow: readNetworks(config.allow),
  };
  const asked = (network: string, { gives, gets, amount }: SwapTerms) => ({
    ...{ chainId: network, sellToken: named(gives), buyToken: named(gets), sellAmount: String(amount) },
  });
  return {
    /** What would come; undefined where nothing is swapped for that. @param network the chain's number @throws Error */
    async price(network: string, terms: SwapTerms): Promise<bigint | undefined> {
      const told = await ask(service, 'price', asked(network, terms), price);
      return told && answers(told, terms) ? told.buyAmount : undefined;
    },
    /** With the call that makes it, as the service wrote it. @throws Error */
    async quote(network: string, terms: SwapTerms, { taker, slippage }: Wanted): Promise<FirmQuote | undefined> {
      const query = { ...asked(network, terms), taker, slippageBps: String(slippage) };
      const told = await ask(service, 'quote', query, firm);
      return told && answers(told, terms) ? told : undefined;
    },
  };
}
