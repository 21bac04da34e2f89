import { z } from 'zod';
import { amount, bool01, jsonField, remark, subWalletId, text } from './codecs.ts';
import { orderId } from './decision.ts';
import { get, post } from './endpoint.ts';
import { nftProblems } from './nft.ts';
import { address, feeLevel, feeTier, requestId, taken } from './order.ts';

const inscriptionId = z.string().regex(/^[0-9a-f]{64}i(0|[1-9]\d{0,9})$/);
const chain_id = text(40, 1);
/** As it was deployed, or what it is without case; one with other letters than ASCII's as hex of its bytes. */
const tick = text(10, 4);
const tickAmount = z.string().regex(/^(0|[1-9]\d{0,19})(\.\d{1,18})?$/);

const inscription = z.object({
  inscription_id: inscriptionId,
  /** In the order in which this server found them. */
  number: z.int(),
  content_type: z.string(),
  size: z.int(),
  outpoint: z.string(),
  /** Coins of the output, which go along with it. */
  value: amount,
  address: z.string(),
  /** It lies on more coins than an intent that sends an inscription may take along, so it is not sent. */
  too_large: bool01,
  /** Others lie on the same output, and go along. */
  together: z.int(),
  /** Of BRC-20: what it does; '' where it does nothing. */
  op: z.enum(['', 'deploy', 'mint', 'transfer']),
  /** Of a transfer that can be sent: how much of which tick. */
  tick: z.string(),
  amount: z.string(),
  /** 0 in no final block yet, 1 here and can be sent, 2 promised to an order. */
  status: z.int().min(0).max(2),
});

const fees = { fee_level: feeLevel.default(2), max_fee: amount.optional() };

/** Things that are inscribed on sats, and balances of BRC-20 that follow from them. They are no money of the ledger. */
export const inscriptions = {
  list: get('/api/mpc/sub_wallet/inscription/list', {
    summary: 'What is inscribed on outputs of a sub-wallet, and what its addresses have of BRC-20',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId, chain_id: chain_id.optional() }),
    output: z.object({
      /** Chains where somebody is asked what is inscribed. */
      chains: z.array(
        z.object({
          ...{ chain_id: z.string(), coin_net: z.string(), base_symbol: z.string(), listed: bool01 },
          /** An inscription is sent on so many coins at most. */
          most_value: amount,
        }),
      ),
      list: z.array(inscription.extend({ chain_id: z.string() })),
      ticks: z.array(
        z.object({
          chain_id: z.string(),
          tick: z.string(),
          symbol: z.string(),
          decimals: z.int(),
          address: z.string(),
          available: z.string(),
          transferable: z.string(),
          /** Do all who are asked say the same? Else nothing of it is sent. */
          agreed: bool01,
        }),
      ),
    }),
  }),
  content: get('/api/mpc/sub_wallet/inscription/content', {
    summary: 'What an inscription of a sub-wallet holds: text as text, a picture drawn anew, never anything that runs',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId, chain_id, inscription_id: inscriptionId }),
    output: z.object({
      content_type: z.string(),
      text: z.string(),
      image: z.string(),
      image_type: z.enum(['', 'image/webp']),
      problem: z.enum(nftProblems),
    }),
  }),
  fees: get('/api/mpc/sub_wallet/inscription/fees', {
    summary:
      'What it costs to send an inscription, or a payment of BRC-20 with all of its transactions and the coins that go along',
    access: 'withdraw.read',
    input: z.object({
      sub_wallet_id: subWalletId,
      chain_id,
      inscription_id: inscriptionId.optional(),
      symbol: tick.optional(),
      /** Of the tick: its text is inscribed, so a longer one costs more. Without it, what the shortest costs. */
      amount: tickAmount.optional(),
      address_to: address,
    }),
    output: z.object({ fee_symbol: z.string(), fee_unit: z.string(), fee_balance: amount, tiers: z.array(feeTier) }),
  }),
  send: post('/api/mpc/sub_wallet/withdraw/inscription', {
    summary: 'Send an inscription, with its output whole, asked of the members as such',
    access: 'withdraw.create',
    audit: 'inscription.send',
    stepUp: true,
    input: z.object({
      ...{ request_id: requestId, sub_wallet_id: subWalletId, chain_id, inscription_id: inscriptionId },
      ...{ address_to: address, ...fees, remark: remark.default('') },
    }),
    output: taken,
  }),
  brc20: post('/api/mpc/sub_wallet/withdraw/brc20', {
    summary:
      'Pay BRC-20: an amount is inscribed to the paying address and then sent, asked of the members once; or transfers that are inscribed already are sent, each with its output whole and asked of the members as an inscription',
    access: 'withdraw.create',
    audit: 'inscription.brc20',
    stepUp: true,
    input: z.object({
      ...{ request_id: requestId, sub_wallet_id: subWalletId, chain_id: chain_id.optional(), symbol: tick },
      address_to: address,
      /** With at most as many decimals as the tick has. Either this or `inscription_ids`. */
      amount: tickAmount.optional(),
      /** Transfers of the tick that lie with the sub-wallet and were not sent: each is an order of its own. */
      inscription_ids: jsonField(z.array(inscriptionId).min(1).max(10)).optional(),
      /** In the unit of the chain's rates, three decimals at most; in place of what `fee_level` costs now. Never less than nodes take. */
      fee_rate: z
        .string()
        .regex(/^(0|[1-9]\d{0,5})(\.\d{1,3})?$/)
        .optional(),
      ...{ ...fees, remark: remark.default('') },
    }),
    /** Of several the first; `withdraw_ids` are all, in their order. */
    output: taken.extend({ withdraw_ids: z.array(orderId) }),
  }),
};
