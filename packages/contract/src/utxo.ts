import { z } from 'zod';
import { addressProof } from './address-proof.ts';
import { amount, bool01, coin, epochMs, nothing, page, paged, ranged, subWalletId, text } from './codecs.ts';
import { orderId } from './decision.ts';
import { get, post } from './endpoint.ts';
import { outpoint } from './order.ts';

/**
 * `frozen`: by a member. `unconfirmed`: comes back of a payment of the sub-wallet's own that waits for its block. `dust`: costs as much to spend at the present rate as it brings, or came below what is booked as a deposit. `immature`: not final
 * yet, or in no block. `inscribed`: something that is no coin lies on it, so that no payment spends it but the one that sends that; `unread`: nobody knows whether.
 */
export const outputStates = [
  'available',
  'reserved',
  'frozen',
  'unconfirmed',
  'dust',
  'immature',
  'inscribed',
  'unread',
] as const;
const state = z.enum(outputStates);

const place = { sub_wallet_id: subWalletId, ...coin };

const output = z.object({
  ...outpoint,
  amount,
  address: z.string(),
  chain_id: z.string(),
  path: z.string(),
  proof: addressProof,
  address_label: z.string(),
  /** Came back from a payment of the sub-wallet's own. */
  change: bool01,
  confirmations: z.int(),
  /** When it was first seen; null for what came before that was kept. */
  seen_at: epochMs.nullable(),
  label: z.string(),
  state,
  /** Something that is no coin lies on it. */
  inscription: bool01,
  /** No payment that is asked for now takes it: promised, frozen, inscribed, or not known not to be; `unconfirmed`, where members did not let it be spent. */
  locked: bool01,
  /** The payment that it is promised to. */
  withdraw_id: orderId.nullable(),
  /** An ended payment may still be made with it, so the next one spends it. */
  kept: bool01,
  frozen_at: epochMs.nullable(),
  reason: z.string(),
});

/** When members want to be told that outputs can be joined for little. */
const consolidationRule = {
  /** In the unit of the chain's rates (`fee_unit`), three decimals at most. */
  most_rate: z.string().regex(/^(0|[1-9]\d{0,5})(\.\d{1,3})?$/),
  /** Outputs that a payment can be made of. */
  more_than: ranged(1, 100_000),
};

/** Single outputs of which a balance is made, on chains where it is (`coin_type` 1). The server's choice and word: signers hold payments to other things. */
export const utxo = {
  list: get('/api/mpc/sub_wallet/utxo/list', {
    summary: 'Outputs of a sub-wallet that are not spent, with what is dust at the present fee rate',
    access: 'wallet.read',
    input: z.object({
      ...place,
      ...paged,
      state: state.optional(),
      keyword: text(128).default(''),
      sort: z.enum(['amount', 'age']).default('amount'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: page(output).extend({
      /** Up to so much costs as much to spend as it brings. */
      dust_limit: amount,
      /** The normal rate now; '' where the node does not answer. */
      fee_rate: z.string(),
      fee_unit: z.string(),
      /** Do members let payments be made of what comes back of payments that wait for their block, where nothing else suffices? */
      spend_unconfirmed: bool01,
      /** How many transactions such a payment waits for at most. */
      unconfirmed_most: z.int(),
      /** That one payment may spend. */
      max_inputs: z.int(),
      /** Of all of them, whatever was asked for. */
      sums: z.array(z.object({ state, count: z.int(), amount })),
      /** When it is time to join outputs, as members said it, and which ones, if it is; null where nobody said it. */
      consolidation: z
        .object({
          ...consolidationRule,
          more_than: z.int(),
          due: bool01,
          /** The slow rate now, by which it goes; '' where the node does not answer. */
          rate: z.string(),
          /** The smallest ones, as many as one payment spends; none where it is not due. */
          outputs: z.array(
            output.pick({ txid: true, vout: true, amount: true, address: true, label: true, address_label: true }),
          ),
        })
        .nullable(),
    }),
  }),
  setConsolidation: post('/api/mpc/sub_wallet/utxo/consolidation', {
    summary:
      'Say at which fee rate, and of more than how many outputs, members are told that these can be joined; without a rate, never. It asks for no payment',
    access: 'wallet.edit',
    audit: 'utxo.consolidation',
    input: z.object({
      ...place,
      most_rate: consolidationRule.most_rate.optional(),
      more_than: consolidationRule.more_than.default(10),
    }),
    output: nothing,
  }),
  setUnconfirmed: post('/api/mpc/sub_wallet/utxo/unconfirmed', {
    summary:
      "Let payments be made of what comes back of the sub-wallet's own payments before these are in a block, or no more; what strangers pay is never spent before that",
    access: 'wallet.edit',
    audit: 'utxo.unconfirmed',
    input: z.object({ ...place, spend: bool01 }),
    output: nothing,
  }),
  freeze: post('/api/mpc/sub_wallet/utxo/freeze', {
    summary: 'Freeze an output: nothing spends it, and it is not available, until it is let go',
    access: 'wallet.edit',
    audit: 'utxo.freeze',
    input: z.object({ ...place, ...outpoint, reason: text(200, 1) }),
    output: nothing,
  }),
  release: post('/api/mpc/sub_wallet/utxo/release', {
    summary: 'Let a frozen output go: it is available again',
    access: 'wallet.edit',
    audit: 'utxo.release',
    input: z.object({ ...place, ...outpoint }),
    output: nothing,
  }),
  label: post('/api/mpc/sub_wallet/utxo/label', {
    summary: 'Name an output; an empty text takes the name away',
    access: 'wallet.edit',
    audit: 'utxo.label',
    input: z.object({ ...place, ...outpoint, label: text(50) }),
    output: nothing,
  }),
};
