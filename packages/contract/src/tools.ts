import { z } from 'zod';
import { amount, bool01, epochMs, symbol, text } from './codecs.ts';
import { orderId } from './decision.ts';
import { get } from './endpoint.ts';

/** What one transaction of a payment is: how the payer's wallet was told, coins, a token's way, what was left of the attached coins, what came back. */
export const stepKinds = [
  'external',
  'coins',
  'tokenTransfer',
  'tokenPassed',
  'tokenTold',
  'left',
  'bounced',
  'call',
  'own',
] as const;

/** What the exit code of a contract says, as far as the contract is known; `own`: only its author knows. */
export const exitWords = [
  'done',
  'stack',
  'number',
  'cell',
  'code',
  'method',
  'gas',
  'actions',
  'destination',
  'funds',
  'noCode',
  'noGas',
  'stopped',
  'signatureOff',
  'seqno',
  'walletId',
  'signature',
  'expired',
  'walletForm',
  'notOwner',
  'tokenBalance',
  'notItsWallet',
  'payload',
  'attached',
  'locked',
  'unknownCall',
  'own',
] as const;

/** Amounts are in the network's own coin (`base_symbol`). */
const step = z.object({
  tx_hash: z.string(),
  /** '' for the first one. */
  parent_hash: z.string(),
  /** How many came before it on its way. */
  depth: z.int(),
  /** Order among all transactions: greater is later. */
  lt: z.string(),
  account: z.string(),
  type: z.enum(stepKinds),
  success: bool01,
  /** null where no code ran. */
  exit_code: z.int().nullable(),
  exit: z.enum(exitWords),
  time: epochMs,
  block_height: z.int(),
  in_msg_hash: z.string(),
  /** '' = from outside the chain. */
  address_from: z.string(),
  amount,
  fee: amount,
  out_msgs: z.array(z.object({ hash: z.string(), address_to: z.string(), amount })),
  /** '' for tokens of which the configuration knows no master that vouches for them. */
  token_symbol: z.union([symbol, z.literal('')]),
  /** null for tokens that are not known: their decimals are not either. */
  token_amount: amount.nullable(),
  memo: z.string(),
  explorer_url: z.string(),
});

export const tools = {
  paymentSteps: get('/api/mpc/tools/txids', {
    summary:
      'The transactions that a payment is made of, by any hash of it or by the order: for networks where a payment is several',
    access: 'transaction.read',
    /** One of them. Hashes are hex or base64, of a message or a transaction in either field. */
    input: z.object({
      txid: text(100).optional(),
      message_hash: text(100).optional(),
      withdraw_id: orderId.optional(),
    }),
    output: z.object({
      /** Each after the one that caused it, at most 200; none where no node knows the hash, or not yet. */
      list: z.array(step),
      total: z.int(),
      /** Nothing of it is on its way any more, and all of it is in blocks that stay. */
      final: bool01,
      /** '' where nothing was found. */
      chain_id: z.string(),
      coin_net: z.string(),
      base_symbol: z.string(),
      /** Of the message that began it; what an order is known by. '' where no message from outside did. */
      message_hash: z.string(),
      /** The order of this workspace that it belongs to. */
      order: z
        .object({
          withdraw_id: orderId,
          status: z.int(),
          message_hash: z.string(),
          /** Place of the payment in its wallet's row; '' before it has one. */
          nonce: z.string(),
          /** From when on no block takes it; null where it has no plan yet, or never dies. */
          valid_until: epochMs.nullable(),
        })
        .nullable(),
    }),
  }),
};
