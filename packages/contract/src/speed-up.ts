import { z } from 'zod';
import { amount, bool01, coin, epochMs, nothing, ranged, remark, subWalletId } from './codecs.ts';
import { orderId } from './decision.ts';
import { get, post } from './endpoint.ts';
import { feeLevel, feeTier, requestId, taken } from './order.ts';

/** A payment under way, by its order. */
const payment = { withdraw_id: orderId };

/** The payment itself, or an order that makes it once more or drops it. `bump`: by its sub-wallet's rule, within what was approved. */
export const attempt = z.object({
  withdraw_id: orderId,
  kind: z.enum(['payment', 'speed_up', 'drop', 'bump']),
  /** Of an order (domain.md 4.4). */
  status: z.int(),
  sub_status: z.string(),
  /** '' as long as it is not signed. */
  txid: z.string(),
  explorer_url: z.string(),
  /** The most that it may cost, in the fee's coin. */
  max_fee: amount,
  /** It is the one that is in a block. */
  mined: bool01,
  created_at: epochMs,
  /** Where members decide on it; '' when nobody is to. */
  approval_url: z.string(),
});

const asked = z.object({
  request_id: requestId,
  ...payment,
  fee_level: feeLevel.default(2),
  /** The most the fee may be, as the page showed it; refused when more would be needed. */
  max_fee: amount.optional(),
  remark: remark.default(''),
});

/** A transaction that waits for a block and pays the sub-wallet something, its own change included. */
const parent = { sub_wallet_id: subWalletId, ...coin, txid: z.string().regex(/^[0-9a-f]{64}$/) };

/** A payment that comes in, or one of ours that cannot be replaced, is paid for by a child that spends what it brings (CPFP). */
export const childCalls = {
  childInfo: get('/api/mpc/transaction/child/info', {
    summary:
      'What it would cost to pay for a transaction that waits, by a child that spends what it pays the sub-wallet to itself',
    access: 'withdraw.read',
    input: z.object(parent),
    output: z.object({
      /** '' where it can be paid for; else why not: it does not wait at the node, pays nothing here, has a child of ours already, or brings too little. */
      problem: z.enum(['', 'not_waiting', 'not_ours', 'has_child', 'too_little']),
      /** What would be spent: the largest of what it pays here. */
      address: z.string(),
      amount,
      /** Of the transaction with everything that it waits for: size, fee, and the rate that these make. */
      parent_size: z.int(),
      parent_fee: amount,
      parent_rate: z.string(),
      fee_unit: z.string(),
      fee_symbol: z.string(),
      fee_balance: amount,
      /** Each brings parent and child together to the rate of its speed. The fee is the child's. */
      tiers: z.array(feeTier),
    }),
  }),
  child: post('/api/mpc/transaction/child', {
    summary:
      'Pay for a transaction that waits: spend what it pays the sub-wallet to itself for a fee of both, asked of the members as such',
    access: 'withdraw.create',
    audit: 'withdraw.child',
    stepUp: true,
    input: z.object({
      request_id: requestId,
      ...parent,
      fee_level: feeLevel.default(2),
      /** The most the fee may be, as the page showed it; refused when more would be needed. */
      max_fee: amount.optional(),
      remark: remark.default(''),
    }),
    output: taken,
  }),
};

/** The specification names the calls without their paths: these stand beside those of transactions. */
export const speedUpCalls = {
  speedUpInfo: get('/api/mpc/transaction/speed_up/info', {
    summary:
      'What speeding up a payment under way, or dropping it, would cost: the attempts so far, and fees that nodes take in their place',
    access: 'withdraw.read',
    input: z.object({ ...payment, action: z.enum(['speed_up', 'drop']).default('speed_up') }),
    output: z.object({
      /** '' where it can be sped up, or dropped; else why not. */
      problem: z.enum(['', 'not_under_way', 'mined', 'attempt_waits', 'being_dropped', 'has_child', 'chain', 'coins']),
      /** How. */
      mode: z.enum(['', 'nonce_replace', 'rbf']),
      fee_symbol: z.string(),
      fee_balance: amount,
      /** The most that the newest attempt may cost. */
      max_fee: amount,
      /** Each costs enough more to be taken; none where it cannot be sped up. */
      tiers: z.array(feeTier),
      /** Members have to approve the tier in the middle. */
      approval_needed: bool01,
      attempts: z.array(attempt),
    }),
  }),
  speedUp: post('/api/mpc/transaction/speed_up', {
    summary: 'Speed a payment up: the same payment in the same place for a higher fee, asked of the members as such',
    access: 'withdraw.create',
    audit: 'withdraw.speedUp',
    stepUp: true,
    input: asked,
    output: taken,
  }),
  drop: post('/api/mpc/transaction/drop', {
    summary:
      'Drop a payment under way: nothing, in its place, asked of the members as such. Which of the two is made the chain says',
    access: 'withdraw.create',
    audit: 'withdraw.drop',
    stepUp: true,
    input: asked,
    output: taken,
  }),
};

/** When payments of a sub-wallet that wait for a block are sent once more by themselves, each time for a higher fee. */
const bumpRule = {
  /** Since its newest transaction was sent. */
  after_minutes: ranged(1, 10_080),
  /** At most. */
  times: ranged(1, 10),
};
const bumpPlace = { sub_wallet_id: subWalletId, ...coin };

/** Payments are sent once more by themselves, within the fee that was approved for them: it is approved with room for that. */
export const bumpCalls = {
  bumpRule: get('/api/mpc/transaction/speed_up/rule', {
    summary: 'When payments of a sub-wallet that wait for a block are sent once more by themselves, for a higher fee',
    access: 'withdraw.read',
    input: z.object(bumpPlace),
    output: z.object({
      /** Nothing takes the place of a payment on this chain where it is 0. */
      supported: bool01,
      /** null: never. */
      rule: z.object({ after_minutes: z.int(), times: z.int() }).nullable(),
    }),
  }),
  setBumpRule: post('/api/mpc/transaction/speed_up/rule/set', {
    summary:
      'Say after how many minutes, and how many times at most, payments of a sub-wallet that wait for a block are sent once more for a higher fee; without minutes, never. Payments that are asked for from then on are approved with room for that',
    access: 'withdraw.rule',
    audit: 'withdraw.setBumpRule',
    input: z.object({
      ...bumpPlace,
      after_minutes: bumpRule.after_minutes.optional(),
      times: bumpRule.times.default(3),
    }),
    output: nothing,
  }),
};
