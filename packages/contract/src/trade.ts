import { z } from 'zod';
import {
  amount,
  bigId,
  bool01,
  coin,
  epochMs,
  page,
  paged,
  ranged,
  remark,
  subWalletId,
  symbol,
  text,
} from './codecs.ts';
import { orderId } from './decision.ts';
import { get, post } from './endpoint.ts';
import { address, feeLevel, feeTier, requestId, taken } from './order.ts';

/** One asset of a sub-wallet for another, on one chain (the spec's Swap group). */

/** In hundredths of a percent: what is proposed, and the most that anybody is let choose. */
export const tradeSlippage = { usual: 50, most: 500 } as const;
/** In hundredths of a percent: from here on people are warned, and from there nothing is swapped. */
export const tradeImpact = { warned: 200, most: 1_000 } as const;

/** Of an order (domain.md 4.4), and what only a swap can come to. */
export const tradeStatus = { slippage: 2410 } as const;

const chainName = text(40, 1);
const tradeCoin = z.object({
  symbol,
  name: z.string(),
  chain_id: z.string(),
  coin_net: z.string(),
  base_symbol: symbol,
  /** '' is the chain's own coin. */
  contract_address: z.string(),
  decimals: z.int(),
  /** What is available. */
  balance: amount,
  price_usd: z.union([amount, z.literal('')]),
});
const quoteId = z.uuid();
/** A quote, and the sub-wallet that it was made for: by that it is judged who may use it. */
const quoted = { sub_wallet_id: subWalletId, quote_id: quoteId };
/** What stands in the way of a swap of a token: how much of it its router may take by now. */
const needApprove = z.object({ spender: z.string(), allowance: amount, enough: bool01 });

const record = z.object({
  trade_id: bigId,
  order_id: orderId,
  sub_wallet_id: subWalletId,
  chain_id: z.string(),
  coin_net: z.string(),
  provider: z.string(),
  from_symbol: symbol,
  /** As quoted until it is known what really left. */
  pay_amount: amount,
  /** At the price of now; '' without one. */
  pay_usd: z.union([amount, z.literal('')]),
  to_symbol: symbol,
  /** What really came, once that is final; as quoted before. */
  receive_amount: amount,
  receive_usd: z.union([amount, z.literal('')]),
  min_receive_amount: amount,
  /** Of what comes for one of what is given. */
  real_price: amount,
  fee_symbol: symbol,
  fee_amount: z.union([amount, z.literal('')]),
  status: z.int(),
  approve_txid: z.string(),
  txid: z.string(),
  created_at: epochMs,
});
export type TradeRecord = z.output<typeof record>;

const filter = {
  sub_wallet_id: subWalletId.optional(),
  symbol: symbol.optional(),
  /** `open`: not at its end yet. */
  state: z.enum(['open', 'done', 'failed']).optional(),
  start: epochMs.optional(),
  end: epochMs.optional(),
};

export const trade = {
  info: get('/api/mpc/swap/info', {
    summary: 'What bounds a swap: slippage and price impact in hundredths of a percent, and how long a quote is good',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId }),
    output: z.object({
      usual_slippage: z.int(),
      most_slippage: z.int(),
      warned_impact: z.int(),
      most_impact: z.int(),
      quote_seconds: z.int(),
    }),
  }),
  openNet: get('/api/mpc/swap/open_net', {
    summary: 'Networks on which something is swapped, and through which providers',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId }),
    output: z.object({
      list: z.array(
        z.object({ chain_id: z.string(), coin_net: z.string(), base_symbol: symbol, providers: z.array(z.string()) }),
      ),
    }),
  }),
  hotCoin: get('/api/mpc/swap/hot_coin', {
    summary: 'Coins of a network that can be swapped, those of which the sub-wallet has most first',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId, main_chain_symbol: chainName }),
    output: z.object({ list: z.array(tradeCoin) }),
  }),
  crossCoins: get('/api/mpc/swap/cross_coins', {
    summary: 'What a coin can be swapped for',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId, ...coin }),
    output: z.object({ list: z.array(tradeCoin) }),
  }),
  price: get('/api/mpc/swap/price', {
    summary: 'The best quote for a swap: good until it expires, and for one swap',
    access: 'withdraw.create',
    perMinute: 60,
    timeoutMs: 20_000,
    input: z.object({
      sub_wallet_id: subWalletId,
      main_chain_symbol: chainName,
      /** Contracts; '' is the chain's own coin. */
      from_contract: z.union([z.literal(''), address]).default(''),
      to_contract: z.union([z.literal(''), address]).default(''),
      amount,
      /** 1: so much is given. 2: so much is to come. */
      side: z.enum(['1', '2']).default('1'),
      /** In hundredths of a percent. */
      slippage: ranged(1, tradeSlippage.most).default(tradeSlippage.usual),
      /** One of those of the network; whoever gives most where none is named. */
      provider: text(40, 1).optional(),
    }),
    output: z.object({
      quote_id: quoteId,
      provider: z.string(),
      from_symbol: symbol,
      to_symbol: symbol,
      /** The most that is given, and what is given as quoted. */
      max_pay_amount: amount,
      pay_amount: amount,
      receive_amount: amount,
      min_receive_amount: amount,
      price: amount,
      /** In hundredths of a percent; -1 where nobody can tell. */
      price_impact: z.int(),
      fee_symbol: symbol,
      /** None as long as the router may not take the token: what the swap costs is known then. */
      fees: z.array(feeTier),
      /** Symbols, or contracts of what is not listed. */
      route: z.array(z.string()),
      /** Of each pool on the way, in millionths; none where every pool takes the same. */
      pool_fees: z.array(z.int()),
      router: z.string(),
      expire_at: epochMs,
      /** The swap fails behind this, whatever is approved by then. */
      fail_at: epochMs,
      /** Null where coins go along. */
      need_approve: needApprove.nullable(),
    }),
  }),
  check: post('/api/mpc/swap/symbol/check', {
    summary: 'Whether the rules would let a quoted swap be made; nothing is written',
    access: 'withdraw.create',
    input: z.object(quoted),
    output: z.object({ pass: bool01, reason: z.string() }),
  }),
  submit: post('/api/mpc/swap/symbol', {
    summary: 'Swap as quoted: an order, which members approve. 200191 while its allowance is under way',
    access: 'withdraw.create',
    stepUp: true,
    audit: 'trade.create',
    timeoutMs: 20_000,
    input: z.object({
      request_id: requestId,
      ...quoted,
      fee_level: feeLevel.default(2),
      max_fee: amount.optional(),
      remark: remark.default(''),
    }),
    output: z.object({ trade_id: bigId, ...taken.shape }),
  }),
  approveInfo: get('/api/mpc/swap/approve_info', {
    summary: 'How much of a token a quote’s router may take, and the allowance that is under way',
    access: 'withdraw.create',
    input: z.object(quoted),
    output: z.object({
      symbol,
      ...needApprove.shape,
      /** Exactly what the swap takes at most. */
      amount,
      /** Null where none is under way. */
      order: z.object({ withdraw_id: orderId, status: z.int() }).nullable(),
    }),
  }),
  createApprove: post('/api/mpc/swap/create_approve', {
    summary: 'Let a quote’s router take exactly what the swap takes at most, and no more',
    access: 'withdraw.create',
    stepUp: true,
    audit: 'trade.approve',
    input: z.object({
      request_id: requestId,
      ...quoted,
      fee_level: feeLevel.default(2),
      remark: remark.default(''),
    }),
    output: taken,
  }),
  recordCount: get('/api/mpc/swap/record/count', {
    summary: 'How many swaps there are, and how many of them are under way',
    access: 'transaction.read',
    input: z.object(filter),
    output: z.object({ total: z.int(), open: z.int() }),
  }),
  recordList: get('/api/mpc/swap/record/list', {
    summary: 'Swaps, newest first. Status 2410: the price moved by more than was agreed to',
    access: 'transaction.read',
    input: z.object({ ...filter, ...paged }),
    output: page(record),
  }),
};
