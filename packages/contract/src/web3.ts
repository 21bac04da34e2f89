import { z } from 'zod';
import { amount, remark, subWalletId, symbol, text } from './codecs.ts';
import { get, post } from './endpoint.ts';
import { address, feeLevel, requestId, taken } from './order.ts';

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
      /** Of the chain its id, `evm:1`, or its coin where one chain alone has it. */
      main_chain_symbol: text(40, 1),
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
};
