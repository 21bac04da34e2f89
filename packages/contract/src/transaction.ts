import { z } from 'zod';
import {
  amount,
  bigId,
  bool01,
  coin,
  epochMs,
  int,
  jsonField,
  memberId,
  nothing,
  page,
  paged,
  ranged,
  stakeTold,
  subWalletId,
  symbol,
  text,
  toldOutputs,
} from './codecs.ts';
import { approvalNode, depositId, orderId, signedDecisions } from './decision.ts';
import { get, post } from './endpoint.ts';
import { refundOrder } from './order.ts';
import { several, wireInts } from './several.ts';

/** Deposit statuses (domain.md 4.4). */
export const depositStatus = {
  unconfirmed: 1000,
  confirmed: 1100,
  credited: 2000,
  abnormal: 3000,
  returned: 4000,
} as const;

/** As far as a number is exact. */
const exact = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Where a page ends: the time of its last row in microseconds, its type and its id. Callers take it as it is. */
const place = z.codec(
  z.string().regex(/^\d{1,16}\.\d\.\d{1,16}$/),
  z.object({ micros: exact, type: z.int().min(0).max(9), id: exact }),
  {
    decode: (text) => {
      const [micros = 0, type = 0, id = 0] = text.split('.').map(Number);
      return { micros, type, id };
    },
    encode: ({ micros, type, id }) => `${micros}.${type}.${id}`,
  },
);

/** US dollars, in cents at most. */
const dollars = z.string().regex(/^\d{1,15}(\.\d{1,2})?$/);

/** A word by which members sort transactions. */
const tag = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}$/u);
export const mostTags = 10;
export const noteMax = 500;

/** A deposit or an order, as every list has it. */
export const transactionRow = z.object({
  /** Unique within its type. */
  id: z.int(),
  type: z.int(),
  /** `none`: nothing comes or goes, as when coins are staked. */
  direction: z.enum(['in', 'out', 'none']),
  stake: stakeTold,
  request_id: z.string(),
  sub_wallet_id: subWalletId,
  sub_wallet_name: z.string(),
  symbol,
  symbol_alias: z.string(),
  base_symbol: z.string(),
  coin_net: z.string(),
  icon: z.string(),
  contract_address: z.string(),
  amount,
  address_from: z.string(),
  /** The first, where a payment goes to several. */
  address_to: z.string(),
  /** What the address book calls the other side; '' where it does not list it. */
  counterparty_label: z.string(),
  /** The other side is an address of this workspace. */
  counterparty_own: bool01,
  outputs: toldOutputs,
  memo: z.string(),
  /** Of a deposit with a customer's comment. */
  customer: z.string(),
  /** `unknown`: its address has comments of customers, and it came with none of them; it is the wallet's. */
  customer_state: z.enum(['', 'known', 'unknown']),
  txid: z.string(),
  fee_symbol: z.string(),
  /** The most the fee may be (orders); '0' for deposits. */
  fee: amount,
  /** What was paid; null until final. */
  real_fee: amount.nullable(),
  /** What that was worth when it was final, in US dollars; null where nobody knows. */
  fee_worth_usd: amount.nullable(),
  /** Order or deposit status (domain.md 4.4). */
  status: z.int(),
  sub_status: z.string(),
  /** Of an order that waits for approvals: who asked for it has still to sign the request, and until then nobody can approve it. */
  awaits_initiator: bool01,
  confirmations: z.int(),
  confirmations_needed: z.int(),
  tx_height: z.int().nullable(),
  withdraw_source: z.int(),
  remark: z.string(),
  /** What whoever wrote the batch called it that this pays; '' where it pays none. Nobody signs it. */
  batch_name: z.string(),
  /** What members note about it for each other; nobody signs it. */
  note: z.string(),
  tags: z.array(z.string()),
  /** Of a deposit, what went back of it; null where nothing did. */
  refund_amount: amount.nullable(),
  /** What it was worth in US dollars when it was final; null until then, and where its coin had no price. */
  worth_usd: amount.nullable(),
  /** Of NFTs that came in, or leave by the call of an order, which count as no money; null of everything else. */
  nft: z
    .object({
      /** In all. */
      count: z.string(),
      /** The first of them. What they are called is their makers' word. */
      items: z.array(
        z.object({
          contract_address: z.string(),
          token_id: z.string(),
          amount: z.string(),
          collection: z.string(),
          nft_name: z.string(),
          /** Out of the way: by a member, or since its texts lure people somewhere. */
          folded: bool01,
        }),
      ),
    })
    .nullable(),
  initiator: z.string(),
  initiator_name: z.string(),
  can: z.object({ cancel: bool01, speed_up: bool01, drop: bool01, refund: bool01, remark: bool01, audit: bool01 }),
  created_at: epochMs,
  updated_at: epochMs,
});
export type TransactionRecord = z.output<typeof transactionRow>;

const transactionKey = z.object({ id: bigId, type: int });

/** Why a chain is not followed. */
export const chainProblems = [
  '',
  'timeout',
  'unreachable',
  'unauthorized',
  'forbidden',
  'busy',
  'starting',
  'wrongNetwork',
  'tooLarge',
  'badAnswer',
  'inconsistent',
  'nodeError',
  'other',
] as const;
export type ChainProblem = (typeof chainProblems)[number];
export const chainProblemOf = (text: string): ChainProblem => chainProblems.find((known) => known === text) ?? 'other';

export const transaction = {
  list: get('/api/mpc/transaction/list', {
    summary:
      'Deposits, orders and NFTs together, newest first unless asked otherwise. NFTs of collections that are folded away are listed under `type` 7 alone, as are those that only an event told of. `sub_wallet_id`, `symbol` (with `chain_id` and `contract_address` in its order) and `status` take up to 10 values between commas. `total` counts to 10,000 at most, and page numbers reach as far (200066 beyond); `after` goes on anywhere',
    access: 'transaction.read',
    input: z.object({
      /** One, or several between commas: of any of them. The same holds for `symbol` and `status`, and each takes 10 at most. */
      sub_wallet_id: several(subWalletId, wireInts).optional(),
      type: int.optional(),
      symbol: several(symbol, z.string().max(400)).optional(),
      /** One for all symbols, or one for each in their order; of several an empty one leaves its symbol's network open. */
      chain_id: several(text(40), z.string().max(500)).optional(),
      contract_address: several(text(128), z.string().max(1_500)).optional(),
      /** All that is of one network, by its `chain_id`. */
      network: text(40).optional(),
      status: several(ranged(0, 32_767), wireInts).optional(),
      txid: text(100).optional(),
      address: text(120).optional(),
      /** By which it was asked for: also an attempt at a payment, which is told with that otherwise. */
      request_id: text(64).optional(),
      /** Member or API client who asked: only orders have one. */
      initiator: memberId.optional(),
      /**
       * Part of an address or remark, of a name in the address book (for whoever reads it), of a note, a tag, a batch’s name or the remark of one of its rows; an amount, a value as `$40`, a number, or the id of a request. Where nothing has
       * several words as they stand, each may be of something else, or the symbol of the coin.
       */
      text: text(100, 1).optional(),
      /** Deposits alone, by whether a customer is known. */
      customer_state: z.enum(['known', 'unknown']).optional(),
      /** Those that members gave this tag. */
      tag: tag.optional(),
      start: epochMs.optional(),
      end: epochMs.optional(),
      /** Those whose value in US dollars, as rows show it, is from the one to the other, both included: of the 10,000 newest that fit otherwise. `after` is left out then. */
      worth_from: dollars.optional(),
      worth_to: dollars.optional(),
      /** `value`: in US dollars, as rows show it. Of what fits the 10,000 newest are put in order then, `after` is left out, and what has no price comes last. */
      by: z.enum(['time', 'value']).default('time'),
      /** Of the time of creation, or of the value. */
      order: z.enum(['asc', 'desc']).default('desc'),
      /** `next` of a page: pages, and `total`, begin behind it. A page further on costs as little as the first. */
      after: place.optional(),
      ...paged,
    }),
    output: page(transactionRow).extend({
      /** There are more than `total`. */
      total_is_bounded: bool01,
      /** More fits `text` than was looked at: more than 12 addresses or 24 names, than the 500 newest transactions with these words, or than the 500 newest of one word that are compared with the others. Or more fits, whatever it is worth, than the 10,000 newest among which values were looked for. */
      search_is_part: bool01,
      /** Left out behind the last row. */
      next: place.optional(),
    }),
  }),
  detail: get('/api/mpc/transaction/detail', {
    summary: 'One deposit or order with its timeline and evidence',
    access: 'transaction.read',
    input: transactionKey,
    output: transactionRow.extend({
      timeline: z.array(
        z.object({
          time: epochMs,
          status: z.int(),
          sub_status: z.string(),
          /** Member id, 'system', 'signer 1', or 'chain'. */
          actor: z.string(),
          actor_name: z.string(),
          detail: z.record(z.string(), z.string()),
        }),
      ),
      evidence: z.object({
        chain_id: z.string(),
        txid: z.string(),
        /** An order whose payment is several transactions: `tools.paymentSteps` has them. */
        has_steps: bool01,
        /** How files of its transaction are called that other tools read, such as `psbt`; '' where there are none, or no transaction yet. */
        file_form: z.string(),
        block_height: z.int().nullable(),
        block_hash: z.string(),
        confirmations: z.int(),
        confirmations_needed: z.int(),
        nonce: z.string(),
        /** Of a contract that it deploys the address, which follows from account and nonce; '' where it deploys none, or has no nonce yet. */
        created_contract: z.string(),
        explorer_url: z.string(),
        intent_id: z.string(),
        intent_digest: z.string(),
        digest_words: z.array(z.string()),
        policy_version: z.string(),
        expires_at: epochMs.nullable(),
      }),
      approvals: z.array(approvalNode.extend({ approved: z.array(z.string()) })),
      decisions: signedDecisions,
      approval_url: z.string(),
      last_error: z.string(),
      /** The payment that the order makes once more for a higher fee; null for everything else. */
      speeds_up: orderId.nullable(),
      /** The payment that it drops: nothing is paid in its place. Null where it drops none. */
      drops: orderId.nullable(),
      /** The order that gives the deposit back, or did; null for everything else. */
      refund: refundOrder.nullable(),
      /** The deposit that the order gives back; null for everything else. */
      refunds: depositId.nullable(),
      /**
       * Ended payments of its account that may still be made, itself perhaps: others of the account wait for what takes their place. `id` is null for one
       * that the database has no order of.
       */
      open_payments: z.array(z.object({ id: orderId.nullable(), intent_id: z.string() })),
    }),
  }),
  file: get('/api/mpc/transaction/file', {
    summary:
      'The transaction of an order as a file that other tools read (such as a PSBT, BIP 174), unsigned, with where its keys are derived. Whoever has it learns which addresses are yours',
    access: 'transaction.read',
    input: z.object({ withdraw_id: orderId }),
    output: z.object({ file_name: z.string(), file: z.string() }),
  }),
  compareFile: post('/api/mpc/transaction/file/compare', {
    summary:
      'Compare such a file of another tool with the transaction of an order. It is only read: nothing of it is signed, sent or kept',
    access: 'transaction.read',
    bodyBytes: 4_000_000,
    input: z.object({ withdraw_id: orderId, file: text(2_000_000, 1) }),
    output: z.object({
      /** Field by field what differs; empty where it is the same transaction. */
      differences: z.array(z.object({ field: z.string(), expected: z.string(), found: z.string() })),
      /** Inputs for which it has a signature. */
      signatures: z.int(),
    }),
  }),
  saveNote: post('/api/mpc/transaction/note/save', {
    summary: 'What members note about a deposit or an order, and the tags they sort it by, in place of what was there',
    access: 'transaction.note',
    audit: 'transaction.saveNote',
    input: transactionKey.extend({ note: text(noteMax), tags: jsonField(z.array(tag).max(mostTags), 1_000) }),
    output: nothing,
  }),
  tags: get('/api/mpc/transaction/tags', {
    summary: 'Every tag that is in use, the most used first',
    access: 'transaction.read',
    input: nothing,
    output: z.object({ list: z.array(z.object({ tag: z.string(), count: z.int() })) }),
  }),
  chains: get('/api/mpc/chain/status', {
    summary: 'How far each chain is followed, and assets that are frozen because they do not add up',
    access: 'transaction.read',
    ofNoWallet: true,
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          chain_id: z.string(),
          coin_net: z.string(),
          /** 'following' | 'catching_up' | 'down' | 'starting'. */
          state: z.enum(['following', 'catching_up', 'down', 'starting']),
          height: z.int().nullable(),
          tip: z.int().nullable(),
          /** What kind of trouble `last_error` tells of; '' when there is none. */
          problem: z.enum(chainProblems),
          last_error: z.string(),
          /** Blocks that could not be taken in: what they hold is not in the books until a later try succeeds. */
          set_aside: z.array(z.object({ height: z.int(), hash: z.string(), error: z.string(), since: epochMs })),
          updated_at: epochMs.nullable(),
          /** Nonces given back and not used again yet; while there are any, later transactions of that account wait. */
          lane_holes: z.int(),
        }),
      ),
      /** Where several assets have the symbol, chain and contract say which. */
      frozen: z.array(
        z.object({
          symbol,
          chain_id: z.string(),
          contract_address: z.string(),
          reason: z.string(),
          created_at: epochMs,
        }),
      ),
    }),
  }),
  rescan: post('/api/mpc/chain/rescan', {
    summary: 'Look again at a range of blocks or at one transaction; what was credited stays credited once',
    access: 'setup.manage',
    audit: 'chain.rescan',
    timeoutMs: 60_000,
    input: z.object({
      chain_id: text(40),
      from_height: bigId.optional(),
      to_height: bigId.optional(),
      txid: z
        .string()
        .regex(/^(0x)?[0-9a-fA-F]{64}$/)
        .optional(),
    }),
    output: z.object({ blocks: z.int(), found: z.int() }),
  }),
  unfreeze: post('/api/mpc/chain/unfreeze', {
    summary: 'Lift the freeze of an asset; refused while the ledger and the chain still differ',
    access: 'setup.manage',
    audit: 'chain.unfreeze',
    stepUp: true,
    timeoutMs: 60_000,
    input: z.object({ ...coin }),
    output: nothing,
  }),
};
