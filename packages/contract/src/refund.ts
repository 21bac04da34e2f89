import { z } from 'zod';
import { amount, bool01, remark, text } from './codecs.ts';
import { depositId } from './decision.ts';
import { get, post } from './endpoint.ts';
import { address, feeLevel, feeTier, refundOrder, requestId, taken } from './order.ts';

/**
 * What people have to look at before a deposit goes back. `contract`: code decides what becomes of coins there. `provider`: the address book says that an exchange
 * or another provider keeps the address. `many_customers`: it has paid to several of our addresses, as exchanges do. `many_payers`: coins of several addresses were
 * paid together. `unknown_payer`: nobody can say whose they were. `look_alike`: it looks like another known address.
 */
export const refundWarning = z.enum([
  'contract',
  'provider',
  'many_customers',
  'many_payers',
  'unknown_payer',
  'maybe_service',
  'look_alike',
]);
export type RefundWarning = z.output<typeof refundWarning>;

const way = { deposit_id: depositId, address_to: address.optional() };

/** The specification names the first call with its path, and the one that it is looked at by without. */
export const refundCalls = {
  refundInfo: get('/api/mpc/funds/refund/info', {
    summary: 'What giving a deposit back takes: who paid it, how much can go back, the fee, and what to look at before',
    access: 'withdraw.read',
    /** Left out, it goes to who paid. */
    input: z.object(way),
    output: z.object({
      /** '' where it can be given back; else why not. */
      problem: z.enum(['', 'not_credited', 'under_way', 'returned', 'closed', 'suspended', 'nothing_left']),
      refund: refundOrder.nullable(),
      deposit_amount: amount,
      /** At most so much: the whole deposit, or what is left in the wallet to pay it and its fee. */
      refundable: amount,
      /** Who paid, as the chain says it; several where coins of several addresses were paid together, none where nobody knows. */
      payers: z.array(z.string()),
      /** Where it would go: '' as long as nobody says that. */
      address_to: z.string(),
      /** To one of those who paid. */
      to_payer: bool01,
      support_memo: bool01,
      /** The address book lists the payee with memos alone. */
      need_memo: bool01,
      /** What came with the deposit. */
      memo: z.string(),
      warnings: z.array(refundWarning),
      /** Members have to approve it. To anybody else than who paid it goes only where they do. */
      approval_needed: bool01,
      fee_symbol: z.string(),
      fee_balance: amount,
      tiers: z.array(feeTier),
    }),
  }),
  refund: post('/api/mpc/funds/refund', {
    summary:
      'Give a deposit back, whole or in part and once, by a payment like any other: to who paid it or, where members approve, elsewhere',
    access: 'withdraw.create',
    audit: 'withdraw.refund',
    stepUp: true,
    input: z.object({
      request_id: requestId,
      ...way,
      memo: text(100).default(''),
      /** Left out, all of it. */
      amount: amount.optional(),
      remark: remark.default(''),
      fee_level: feeLevel.default(2),
      /** The most the fee may be, as the page showed it; refused when more would be needed. */
      max_fee: amount.optional(),
      /** The warnings were looked at; without that what has some is refused. */
      looked: bool01.default(false),
    }),
    output: taken,
  }),
};
