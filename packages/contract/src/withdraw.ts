import { z } from 'zod';
import { amount, bool01, coin, epochMs, ranged, remark, subWalletId, symbol, text } from './codecs.ts';
import { approvalNode, orderId, policyRule, ruleLimit, unknownValue } from './decision.ts';
import { get, post } from './endpoint.ts';
import { address, addressFault, feeLevel, feeTier, inputs, longestPaymentLink, requestId, taken } from './order.ts';
import { refundCalls } from './refund.ts';
import { bumpCalls, childCalls, speedUpCalls } from './speed-up.ts';
import { buckets } from './wallet.ts';

/** Order statuses (domain.md 4.4). */
export const orderStatus = {
  awaitingApproval: 1000,
  awaitingSignature: 1100,
  paying: 1200,
  done: 2000,
  approvalRefused: 2100,
  rejected: 2200,
  systemRejected: 2201,
  autoCancelled: 2202,
  discarded: 2300,
  failed: 2400,
} as const;

/** Why no payment of a coin can be asked for, in the order in which it would be refused. */
export const unpayable = ['hidden', 'signing', 'closed', 'unverified', 'frozen'] as const;
export type Unpayable = (typeof unpayable)[number];

/** One resource of a payment: units that it takes, units that the paying account's own cover, and what is burnt for the rest, in `fee_symbol`. */
const resourceUse = z.object({ needed: z.string(), covered: z.string(), fee: amount });

export const withdraw = {
  symbolBalance: get('/api/mpc/sub_wallet/symbol/balance', {
    summary: 'Balance of one coin in a sub-wallet, and of the coin its fees are paid in',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId, ...coin, address: address.optional() }),
    output: z.object({ symbol, ...buckets, total_balance: amount, fee_symbol: z.string(), fee_balance: amount }),
  }),
  info: get('/api/mpc/withdraw/info', {
    summary: 'Balance, limits and fee coin for withdrawing a coin',
    access: 'withdraw.read',
    input: z.object({ sub_wallet_id: subWalletId, ...coin }),
    output: z.object({
      symbol,
      base_symbol: z.string(),
      coin_net: z.string(),
      normal_balance: amount,
      /** What one payment, with its fee if that is in the same coin, can take of it: less where it lies in too many coins for one transaction. */
      payable_balance: amount,
      lock_balance: amount,
      min_withdraw: amount,
      max_withdraw: amount,
      decimals: z.int(),
      fee_symbol: z.string(),
      fee_decimals: z.int(),
      fee_balance: amount,
      enable_withdraw: bool01,
      /** Why it is off: the sub-wallet is hidden, all signing is stopped, the coin is not open, not every signer goes by it, or its transfers (or those of its fee's coin) are suspended. */
      disabled_reason: z.enum(['', ...unpayable]),
      support_memo: bool01,
      coin_type: z.int(),
      /** Only listed payees and our own addresses can be paid now. */
      white_status: bool01,
      sign_protect: bool01,
      solo_mode: bool01,
      address_from: z.string(),
      withdraw_confirmation: z.int(),
      /**
       * What the rules let leave in 24 hours of this coin, asked for by the caller from this sub-wallet, and what counts against it by now, highest fees in the same
       * coin included. `day_limit` is null where no rule says so for sure; `day_used` is the sub-wallet's own then. Signers count for themselves, and may have limits of their own.
       */
      limits: z.object({ day_used: amount, day_limit: amount.nullable() }),
    }),
  }),
  gasEstimate: get('/api/mpc/gas_estimate', {
    summary: 'Three fee tiers for one payment',
    access: 'withdraw.read',
    input: z.object({
      sub_wallet_id: subWalletId,
      ...coin,
      amount: amount.optional(),
      to: address.optional(),
      memo: text(100).optional(),
      inputs,
    }),
    output: z.object({
      fee_symbol: z.string(),
      fee_unit: z.string(),
      fee_rate1: z.string(),
      fee_rate2: z.string(),
      fee_rate3: z.string(),
      /** Virtual bytes (Bitcoin) or 0. */
      size: z.int(),
      /** Gas (EVM) or '0'. */
      gas_limit: z.string(),
      gas_price1: z.string(),
      gas_price2: z.string(),
      gas_price3: z.string(),
      /** Of the normal tier. */
      fee: amount,
      max_fee: amount,
      trans_fee: amount,
      /** Whether the node estimated; else the tiers are the least that it takes. */
      estimated: z.boolean(),
      /**
       * The addresses whose outputs it would spend together as things stand, with labels that members gave to them or their outputs: whoever reads the chain learns
       * that they have one owner. null where nothing is chosen.
       */
      joins: z.object({ addresses: z.int(), names: z.array(z.string()) }).nullable(),
      /** Of what the fee is made where the chain has resources beside coins (Tron); null elsewhere. */
      resources: z
        .object({
          bandwidth: resourceUse,
          energy: resourceUse,
          /** For a payee whose account does not exist yet. */
          activation_fee: amount,
          memo_fee: amount,
          /** The most that computing may burn: the worst case, also where own or delegated energy covers it. */
          fee_limit: amount,
          /** The payee holds none of the token yet, which takes about twice the energy. */
          first_of_token: bool01,
        })
        .nullable(),
      tiers: z.array(feeTier),
      expire_at: epochMs,
    }),
  }),
  limitCheck: get('/api/mpc/withdraw/limit_check', {
    summary: 'Dry run: would this withdrawal be accepted, by which rule, and who must approve it',
    access: 'withdraw.read',
    input: z.object({
      sub_wallet_id: subWalletId,
      ...coin,
      amount,
      address_to: address,
      memo: text(100).optional(),
      fee_level: feeLevel.default(2),
      inputs,
    }),
    output: z.object({
      pass: bool01,
      /** Code and text of the first refusal; 0 and '' when it would be accepted. */
      reason_code: z.int(),
      reason: z.string(),
      /** The most that may be asked for now, where limits of rules refuse it for its amount; null where nothing, or where something else refuses it. */
      most: amount.nullable(),
      rule: policyRule.nullable(),
      /** `flow`: members approve; `pass`: the initiator's signature is enough; `refuse`. */
      action: z.enum(['flow', 'pass', 'refuse']),
      policy_version: z.string(),
      approval_needed: bool01,
      solo_mode: bool01,
      /** In order; a node is done when `threshold` different members have approved. */
      approvers_preview: z.array(approvalNode),
      /** A rule may speak of it or not, since what it is worth, or what was paid before it, is not known; so it has to be satisfied. */
      value_unknown: unknownValue,
      /** Limits that payments like it meet, in the order of the rules; none where it is refused. Signers count for themselves. */
      limits: z.array(ruleLimit),
      fee_symbol: z.string(),
      max_fee: amount,
    }),
  }),
  addressInfo: get('/api/mpc/address/info', {
    summary: 'What is known about a destination',
    access: 'withdraw.read',
    input: z.object({ ...coin, address, memo: text(100).optional(), sub_wallet_id: subWalletId.optional() }),
    output: z.object({
      valid: bool01,
      ...addressFault,
      /** In its standard spelling; '' when not valid. */
      address: z.string(),
      is_contract: bool01,
      is_own: z.object({ sub_wallet_id: subWalletId }).nullable(),
      /** An address of `sub_wallet_id` itself, to which a payment gathers its coins into one, or takes the nonce that an ended payment left. */
      gathers: z.boolean(),
      is_white: bool01,
      /** The entry of the address book that a payment of this coin would name, cooled down or not; '' for none. */
      white_id: z.string(),
      white_label: z.string(),
      /** From when on it can be paid; `is_white` from then on. */
      white_from: epochMs.nullable(),
      /** The newest change under way that would list it, and what that would call it: nobody has agreed to the name. Null where it is listed, or none would. */
      white_change: z.object({ audit_id: z.int(), label: z.string() }).nullable(),
      /** The address book lists it with memos alone: no payment without one is made or signed. */
      need_memo: bool01,
      first_time: bool01,
      last_used_at: epochMs.nullable(),
      /** Known addresses that look alike but are not this one (address poisoning). */
      similar_to: z.array(z.string()),
    }),
  }),
  addressName: get('/api/mpc/address/name', {
    summary:
      'The account that the coin’s network has registered by a name (ENS), or the name by which an account calls itself',
    access: 'withdraw.read',
    perMinute: 60,
    /** A name, or an address. */
    input: z.object({ ...coin, named: text(255) }),
    /** In its normal form and its standard spelling; both '' where there is none. `register`: whether the network has a register at all. */
    output: z.object({ name: z.string(), address: z.string(), register: z.boolean() }),
  }),
  addressLink: get('/api/mpc/address/link', {
    summary:
      'What a payment link (BIP 21, EIP 681 and their like) asks for of a coin. Its payee is as unchecked as what anybody writes',
    access: 'withdraw.read',
    input: z.object({ ...coin, link: text(longestPaymentLink) }),
    output: z.object({
      /**
       * Why it is not read, and all else is empty: of no scheme that is known, not well formed or without a payee, an amount that the coin cannot express, asking for
       * something beside a payment, of another network or coin, with a memo that no payment there can carry.
       */
      fault: z.enum(['', 'unknown', 'malformed', 'amount', 'demands', 'network', 'coin', 'memo']),
      /** Where another network or coin is the fault: whose link it is. */
      network: z.string(),
      /** Of another network or coin: the one that it is of, where that can be paid here. */
      coin: z.object({ symbol, chain_id: z.string(), contract_address: z.string() }).nullable(),
      payee: z.string(),
      /** null where the link leaves it open. */
      amount: amount.nullable(),
      /** It has an amount that is not taken, as it does not say of which coin or network. */
      amount_left_out: bool01,
      memo: z.string(),
      /** What it calls the payee and the payment. */
      remark: z.string(),
    }),
  }),
  create: post('/api/mpc/sub_wallet/withdraw', {
    summary: 'Withdraw: an order with its hold. The same request_id and body give the same order',
    access: 'withdraw.create',
    audit: 'withdraw.create',
    stepUp: true,
    input: z.object({
      request_id: requestId,
      sub_wallet_id: subWalletId,
      ...coin,
      address_to: address,
      memo: text(100).default(''),
      amount,
      from: address.optional(),
      remark: remark.default(''),
      fee_level: feeLevel.default(2),
      /**
       * The most the fee may be, in whole coins of the fee coin, as the page showed it; refused when more would be needed. Left out, it is what the tier offers
       * now (`max_fee` of the fees), about twice what it will probably cost, and refused above what a transaction of the chain may ever cost.
       */
      max_fee: amount.optional(),
      inputs,
    }),
    output: taken,
  }),
  cancel: post('/api/mpc/withdraw/cancel', {
    summary: 'Cancel an order that nobody has started to sign',
    access: 'withdraw.cancel',
    audit: 'withdraw.cancel',
    input: z.object({ withdraw_id: orderId, remark: remark.default('') }),
    output: z.object({ withdraw_id: orderId, status: z.int() }),
  }),
  audit: post('/api/mpc/withdraw/audit', {
    summary: 'Open an approval session for an order: gives the link to the approval page, never decides',
    access: 'withdraw.audit',
    audit: 'withdraw.audit',
    /** signer: whose page, from 1; 0 is the one that the rules need next, where they ask for pages of different signers. */
    input: z.object({ withdraw_id: orderId, signer: ranged(0, 99).default(0) }),
    output: z.object({
      withdraw_id: orderId,
      approval_url: z.string(),
      qrc_id: z.string(),
      content: z.string(),
      expire_at: epochMs,
    }),
  }),
  ...speedUpCalls,
  ...childCalls,
  ...bumpCalls,
  ...refundCalls,
};
