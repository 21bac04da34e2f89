import { z } from 'zod';
import { amount, remark, subWalletId, symbol, text } from './codecs.ts';
import { orderId } from './decision.ts';
import { get, post } from './endpoint.ts';
import { address, feeLevel, requestId, taken } from './order.ts';

/** Of a chain its id, `evm:1`, or its coin where one chain alone has it. */
const chainName = text(40, 1);

/** What a spender may take of a token of a sub-wallet, as its chain's node says it. */
const allowance = z.object({
  symbol,
  contract_address: z.string(),
  spender: z.string(),
  amount,
  /** Everything may be taken, also what comes later. */
  endless: z.boolean(),
});

export const web3 = {
  info: get('/api/mpc/web3/info', {
    summary:
      'The account that a sub-wallet calls contracts from on a chain, and which contracts the rules about calls name',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId, main_chain_symbol: chainName }),
    output: z.object({
      chain_id: z.string(),
      coin_net: z.string(),
      base_symbol: symbol,
      address: z.string(),
      /** Of the chain's own coin, which fees are paid of: what is available. */
      balance: amount,
      /** The next one, as the chain's node has it; '' where it does not answer. */
      nonce: z.string(),
      /** Without methods, any of them. */
      contracts: z.array(z.object({ contract_address: z.string(), methods: z.array(z.string()), rule: z.string() })),
    }),
  }),
  allowances: get('/api/mpc/web3/allowances', {
    summary: 'Who may take tokens of a sub-wallet, and how much, on every chain whose tokens allow that',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId }),
    output: z.object({
      list: z.array(
        z.object({
          chain_id: z.string(),
          coin_net: z.string(),
          address: z.string(),
          /** `known`: the node does not look back so far, so these are those that were asked for here. `none`: it does not answer. */
          told: z.enum(['all', 'known', 'none']),
          /** Of which something can be allowed. */
          coins: z.array(z.object({ symbol, contract_address: z.string() })),
          allowances: z.array(allowance),
        }),
      ),
    }),
  }),
  create: post('/api/mpc/web3/trans/create', {
    summary:
      'Let a spender take so much of a token, or take that back (`amount` 0): an order that holds its fee alone. -1 is everything, which only a rule that names token and spender lets pass',
    access: 'withdraw.create',
    stepUp: true,
    audit: 'web3.create',
    input: z.object({
      request_id: requestId,
      sub_wallet_id: subWalletId,
      main_chain_symbol: chainName,
      /** 0: an allowance of the token. */
      trans_type: z.literal('0').default('0'),
      interactive_contract: address,
      spender: address,
      amount: z.union([z.literal('-1'), amount]),
      fee_level: feeLevel.default(2),
      /** The most the fee may be; refused when more would be needed. */
      max_fee: amount.optional(),
      remark: remark.default(''),
    }),
    output: taken,
  }),
  cancel: post('/api/mpc/web3/trans/cancel', {
    summary: 'Cancel a web3 transaction that nobody has started to sign; one under way is dropped as a payment is',
    access: 'withdraw.cancel',
    audit: 'web3.cancel',
    input: z.object({ trans_id: orderId, remark: remark.default('') }),
    output: z.object({ trans_id: orderId, status: z.int() }),
  }),
};
