import { z } from 'zod';
import { epochMs, memberId, ranged, stakeTold, subWalletId, text } from './codecs.ts';
import { get } from './endpoint.ts';

/** What it is about, for who looks for one thing: payments, money that came in, rules and their changes, payees, people and their keys, wallets, API keys, safety, logins. */
export const activityKinds = [
  'payment',
  'deposit',
  'rule',
  'payee',
  'team',
  'wallet',
  'apiKey',
  'safety',
  'login',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** What an entry tells of; `other` where nothing more is known of it. */
export const activityObjects = [
  'order',
  'proposal',
  'deposit',
  'nft',
  'wallet',
  'address',
  'member',
  'invite',
  'apiClient',
  'payee',
  'signer',
  'chain',
  'upkeep',
  'other',
] as const;

const about = z.object({
  object: z.enum(activityObjects),
  /** As the console and other calls name it. */
  id: z.string(),
  /** What people call it; '' for what has no name, or is not there any more. */
  name: z.string(),
  /** Of an order, a deposit or NFTs that came in. */
  payment: z
    .object({
      amount: z.string(),
      symbol: z.string(),
      sub_wallet_name: z.string(),
      address: z.string(),
      /** Of the address book, for an order's payee; '' where it is not listed. */
      label: z.string(),
      /** How many it pays. */
      payees: z.int(),
      /** What whoever wrote the batch called it that this pays; '' where it pays none. */
      batch_name: z.string(),
      stake: stakeTold,
      /** Of NFTs that came in or are sent: how many, what their maker calls the collection, and the number of one alone; '' where there are several. */
      nft: z.object({ count: z.string(), collection: z.string(), token_id: z.string() }).nullable(),
    })
    .nullable(),
  /** Of a proposal: its kind of item, and what it says of itself. */
  change: z.object({ item_type: z.int(), subject: z.record(z.string(), z.string()) }).nullable(),
});

export const activity = {
  list: get('/api/mpc/activity/list', {
    summary:
      'What was done in the workspace and what happened to it, newest first, as far as the caller may see what it is about',
    access: 'activity.read',
    input: z.object({
      kind: z.enum(activityKinds).optional(),
      /** What this member did, at the console or by a signed decision. */
      person: memberId.optional(),
      sub_wallet_id: subWalletId.optional(),
      /** Of payments to, and deposits of, those with this in their address, or in their name in the address book (for whoever reads it). */
      payee: text(100, 2).optional(),
      start: epochMs.optional(),
      end: epochMs.optional(),
      /** Entries before this one, which is `next` of the page before. */
      before: ranged(0, Number.MAX_SAFE_INTEGER).optional(),
      page_size: ranged(1, 200).default(50),
    }),
    output: z.object({
      list: z.array(
        z.object({
          /** Its number in the audit log. */
          seq: z.int(),
          time: epochMs,
          kind: z.enum(activityKinds),
          action: z.string(),
          ok: z.boolean(),
          /** '' for the system. */
          actor_name: z.string(),
          about,
          detail: z.record(z.string(), z.string()),
          /** From where; '' for whoever may not read the audit log. */
          network: z.string(),
        }),
      ),
      /** Null at the end. */
      next: z.int().nullable(),
    }),
  }),
};
