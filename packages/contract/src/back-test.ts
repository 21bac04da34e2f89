import { z } from 'zod';
import { epochMs, ranged, subWalletId } from './codecs.ts';
import { get } from './endpoint.ts';

/** How far a back-test looks back, how many payments it takes, and how many come at once. */
export const backTestLimits = { days: 90, payments: 100_000, page: 5_000 } as const;

/** What rules ask of a payment, or of whatever else was signed, as it was known when it was asked for. */
const pastPayment = z.object({
  order_id: z.int(),
  intent_id: z.string(),
  time: epochMs,
  sub_wallet_id: subWalletId,
  initiator: z.string(),
  chain: z.string(),
  contract: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  outputs: z.array(
    z.object({
      /** Base units. */
      amount: z.string(),
      entry: z.string(),
      /** To an address of our own. */
      own: z.boolean(),
      /** For how long the entry had been listed, in milliseconds; null when it was not. */
      listed_ms: z.number().nullable(),
    }),
  ),
  /** USD per whole coin by the quotes of that time; '' when there were none. */
  price: z.string(),
  /** The most that it may cost, in base units of the coin that fees are paid in, with that coin's decimals and price. */
  max_fee: z.string(),
  fee_decimals: z.int(),
  fee_price: z.string(),
  /** Windows count it: it did not end unpaid. */
  counted: z.boolean(),
  status: z.int(),
  /** What was signed, of what is no plain payment: a call, a message, a deployment, an allowance; '' of a payment. */
  intent: z.string(),
  /** USD per whole coin of tokens that left beside it, by contract. */
  prices: z.record(z.string(), z.string()),
  /** Methods that members had agreed on for the contracts that it calls, and for how long. */
  agreed: z.array(z.object({ contract: z.string(), methods: z.array(z.string()), ms: z.number() })),
});

/** Judging past payments under rules that are not in force. */
export const backTest = {
  list: get('/api/mpc/strategy/back_test/list', {
    summary:
      'Past payments, calls, messages and deployments as the rules saw them, newest first, for judging them under other rules',
    access: 'strategy.read',
    input: z.object({
      days: ranged(1, backTestLimits.days),
      /** `next` of the page before; the first page when missing. */
      cursor: z
        .string()
        .regex(/^\d{1,17}\.\d{1,15}\.\d{1,6}$/)
        .optional(),
      page_size: ranged(1, backTestLimits.page).default(backTestLimits.page),
    }),
    output: z.object({
      /** Of all in these days; where it is more than the limit, only the newest are given. */
      total: z.int(),
      truncated: z.boolean(),
      /** '' on the last page. */
      next: z.string(),
      list: z.array(pastPayment),
    }),
    timeoutMs: 30_000,
  }),
};
