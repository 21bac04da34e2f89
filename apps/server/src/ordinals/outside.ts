import type { BlockList } from 'node:net';
import { amountOf, brc20Decimals } from '@holdfast/chains/ordinals';
import { z } from 'zod';
import { askOutside, type Limits } from '../outgoing/post.ts';
import type { Contents, Placed, TickBalance } from './answers.ts';

/** Programs of others that follow inscriptions, over HTTP: `ord` (docs.ordinals.com, "JSON API") and OPI's BRC-20 API (github.com/bestinslot-xyz/OPI). */

const usual: Limits = { timeoutMs: 8_000, maxBytes: 2_000_000 };
/** Asked at once. */
const together = 8;

/** @throws Error for anything but an answer of that form and one of these statuses; OutgoingRefused where nothing is sent there */
async function ask<T>(
  url: string,
  allow: BlockList,
  form: z.ZodType<T>,
  limits: Limits,
  statuses: readonly number[] = [200],
): Promise<T> {
  const { status, text, whole } = await askOutside(url, { headers: { accept: 'application/json' } }, allow, limits);
  if (!statuses.includes(status) || !whole) throw new Error(`the indexer answers ${status}`);
  return form.parse(JSON.parse(text));
}

const id = z.string().regex(/^[0-9a-f]{64}i(0|[1-9]\d{0,9})$/);
/** Of an output that it has not indexed yet `inscriptions` is empty too, so `indexed` counts. */
const output = z.object({ indexed: z.boolean(), inscriptions: z.array(id).nullish(), runes: z.unknown().optional() });

/** Runes are written as an object or as pairs; none of them is nothing. */
const isSome = (runes: unknown): boolean =>
  typeof runes === 'object' && runes !== null && Object.keys(runes).length > 0;

/** An output that it does not answer for is missing, and holds up no other. @throws what the first of them met, where it answers for none */
export async function askOrd(
  base: string,
  allow: BlockList,
  outputs: readonly Placed[],
  limits = usual,
): Promise<Contents> {
  const found = new Map<string, readonly string[]>();
  const failures: unknown[] = [];
  for (let n = 0; n < outputs.length; n += together) {
    const asked = outputs.slice(n, n + together).map(async ({ txid, vout }) => {
      const told = await ask(`${base}/output/${txid}:${vout}`, allow, output, limits);
      if (!told.indexed || !told.inscriptions) return;
      found.set(`${txid}:${vout}`, [...told.inscriptions, ...(isSome(told.runes) ? ['other'] : [])]);
    });
    for (const one of await Promise.allSettled(asked)) if (one.status === 'rejected') failures.push(one.reason);
  }
  if (failures.length > 0 && failures.length === outputs.length) throw failures[0];
  return found;
}

/** What OPI says, with status 400, of an address that never had any of a tick (`modules/brc20_api/index.js`). */
const noBalance = 'no balance found';
const balance = z.union([
  z.object({ error: z.null(), result: z.object({ overall_balance: z.string(), available_balance: z.string() }) }),
  z.object({ error: z.literal(noBalance), result: z.null() }),
]);
const whole = /^\d{1,60}$/;

/** OPI writes balances in units of 10^-18. A wallet that it does not know has none. @throws as `ask`, and Error for balances that cannot be */
export async function askOpi(
  base: string,
  allow: BlockList,
  address: string,
  tick: string,
  limits = usual,
): Promise<TickBalance> {
  const query = new URLSearchParams({ address, ticker: tick.toLowerCase() });
  const url = `${base}/v1/brc20/get_current_balance_of_wallet?${query}`;
  const { result } = await ask(url, allow, balance, limits, [200, 400]);
  if (!result) return { available: 0n, transferable: 0n };
  const units = (text: string): bigint => {
    const read = whole.test(text) ? BigInt(text) : amountOf(text, brc20Decimals);
    if (read === undefined) throw new Error('the indexer names no amount');
    return read;
  };
  const [overall, available] = [units(result.overall_balance), units(result.available_balance)];
  if (available > overall) throw new Error('the indexer names more than all');
  return { available, transferable: overall - available };
}
