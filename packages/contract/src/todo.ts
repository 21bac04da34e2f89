import { z } from 'zod';
import { amount, bool01, epochMs, int, page, paged, subWalletId, symbol } from './codecs.ts';
import { orderId, policyRule } from './decision.ts';
import { get } from './endpoint.ts';

/** Item types (domain.md 6.4). */
export const todoType = {
  withdraw: 1,
  addressBook: 5,
  strategy: 6,
  workspaceRule: 7,
  keyGrant: 8,
  member: 15,
} as const;

export const todo = {
  list: get('/api/mpc/todo/list', {
    summary: 'What waits for a decision. status 0: open items, of the caller first',
    access: 'todo.read',
    input: z.object({ status: int.default(0), mine: bool01.default(false), ...paged }),
    output: page(
      z.object({
        item_id: z.int(),
        item_type: z.int(),
        business_id: orderId,
        sub_wallet_id: subWalletId,
        sub_wallet_name: z.string(),
        title: z.string(),
        symbol,
        amount,
        address_to: z.string(),
        remark: z.string(),
        fee_symbol: z.string(),
        max_fee: amount,
        initiator: z.object({ id: z.string(), name: z.string() }),
        created_at: epochMs,
        expire_at: epochMs,
        /** 0 open, 1 passed, 2 refused, 3 cancelled, 4 expired. */
        status: z.int(),
        /** 0 none, 1 the caller can decide now, 2 the caller has decided. */
        my_action: z.int(),
        /** The initiator has signed the request itself. */
        initiator_signed: bool01,
        solo_mode: bool01,
        rule: policyRule.nullable(),
        nodes: z.array(
          z.object({
            index: z.int(),
            name: z.string(),
            threshold: z.int(),
            /** 0 waiting for an earlier node, 1 open, 2 done. */
            status: z.int(),
            members: z.array(
              z.object({ id: z.string(), name: z.string(), /** 0 open, 1 approved, 2 refused. */ status: z.int() }),
            ),
          }),
        ),
        intent_id: z.string(),
        intent_hash: z.string(),
        digest_words: z.array(z.string()),
        /** Approval page on a signer's own origin. */
        approval_url: z.string(),
      }),
    ).extend({ open_count: z.int(), my_count: z.int() }),
  }),
};
