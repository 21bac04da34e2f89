import type { backTest, Output } from '@holdfast/contract';
import {
  assetKey,
  type Backtest,
  type Difference,
  type Kind,
  type PastPayment,
  type PolicyDocument,
  policyText,
} from '@holdfast/policy';
import { api } from '../../lib/api.ts';
import { inBackground } from '../../lib/background.ts';
import url from './back-test.worker.ts?worker&url';

/** A past payment with what people know it by. */
export type Past = PastPayment & {
  readonly orderId: number;
  readonly symbol: string;
};
type Wire = Output<(typeof backTest)['list']>['list'][number];

export interface Result {
  readonly past: readonly Past[];
  readonly test: Backtest;
  readonly days: number;
  /** There were more payments than are taken. */
  readonly truncated: boolean;
  /** The draft that was tried. */
  readonly draft: PolicyDocument;
}

export interface Progress {
  readonly phase: 'reading' | 'judging';
  readonly done: number;
  readonly total: number;
}

const pricesOf = ({ chain, prices }: Wire): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(prices).map(([contract, usd]) => [assetKey(chain, contract), usd]));

const agreedIn = ({ agreed }: Wire): NonNullable<PastPayment['agreed']> =>
  agreed.map(({ contract: address, ...rest }) => ({ address, ...rest }));

const pastOf = (row: Wire): Past => ({
  id: row.intent_id,
  at: row.time.getTime(),
  counted: row.counted,
  wallet: String(row.sub_wallet_id),
  initiator: row.initiator,
  chain: row.chain,
  contract: row.contract,
  decimals: row.decimals,
  outputs: row.outputs.map(({ amount, entry, own, listed_ms }) => ({
    amount,
    entry,
    own,
    listedMs: listed_ms ?? undefined,
  })),
  price: row.price,
  fee: { units: row.max_fee, decimals: row.fee_decimals, price: row.fee_price },
  ...(row.intent === '' ? {} : { intent: row.intent, prices: pricesOf(row), agreed: agreedIn(row) }),
  orderId: row.order_id,
  symbol: row.symbol,
});

interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Every payment of the last days, the oldest first. */
async function readPast(days: number, { signal, onProgress }: Watch): Promise<Pick<Result, 'past' | 'truncated'>> {
  const found: Past[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await api.backTest.list({ days, ...(cursor ? { cursor } : {}) }, { signal });
    found.push(...page.list.map(pastOf));
    onProgress({ phase: 'reading', done: found.length, total: Math.max(page.total, found.length) });
    if (page.next === '') return { past: found.reverse(), truncated: page.truncated };
    cursor = page.next;
  }
}

/**
 * Judges the last days' payments under the rules in force and under a draft, in a worker, by the code that signers run.
 * @throws the signal's reason once it is aborted, and what reading the payments throws
 */
export async function runBackTest(
  inForce: PolicyDocument,
  draft: PolicyDocument,
  days: number,
  watch: Watch,
): Promise<Result> {
  const { past, truncated } = await readPast(days, watch);
  const task = { past, inForce: policyText(inForce), draft: policyText(draft) };
  const judging = (done: number): void => watch.onProgress({ phase: 'judging', done, total: past.length });
  judging(0);
  const test = await inBackground<Backtest>(url, task, watch.signal, judging);
  return { past, truncated, test, days, draft };
}

const dayMs = 86_400_000;
export const differing = ['looser', 'stricter', 'other'] as const satisfies readonly Kind[];

/** How many differ in each of the last days, by kind; a day is 24 hours that end at this hour. */
export function perDay({ past, test, days }: Result, now: number): { end: Date; counts: number[] }[] {
  const start = now - days * dayMs;
  const found = Array.from({ length: days }, (_, day) => ({
    end: new Date(start + (day + 1) * dayMs),
    counts: differing.map(() => 0),
  }));
  for (const { at, kind } of test.differences) {
    const day = Math.floor(((past[at]?.at ?? now) - start) / dayMs);
    const counts = found[Math.min(Math.max(day, 0), days - 1)]?.counts;
    const place = differing.indexOf(kind);
    if (counts) counts[place] = (counts[place] ?? 0) + 1;
  }
  return found;
}

/** A row of what differs. */
export interface Differing extends Difference {
  readonly past: Past;
}

/** Those of one kind, or all, newest first. */
export const differencesOf = ({ past, test }: Result, kind: Kind | undefined): Differing[] =>
  test.differences
    .flatMap((one) => {
      const paid = past[one.at];
      return paid && (kind === undefined || one.kind === kind) ? [{ ...one, past: paid }] : [];
    })
    .reverse();
