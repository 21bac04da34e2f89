import { z } from 'zod';
import {
  amount,
  bool01,
  brandedId,
  coin,
  epochMs,
  idList,
  isPlain,
  jsonField,
  maybeCoin,
  nothing,
  outputs,
  page,
  paged,
  ranged,
  remark,
  subWalletId,
  symbol,
  text,
} from './codecs.ts';
import { approvalNode, orderId, policyRule, ruleLimit } from './decision.ts';
import { get, post } from './endpoint.ts';
import { addressFault, feeLevel, longestPaymentLink, requestId, taken } from './order.ts';

export const batchId = brandedId<'BatchId'>();
export type BatchId = z.output<typeof batchId>;

/** Batch statuses (domain.md 7.6). */
export const batchStatus = {
  draft: 10,
  awaitingApproval: 1000,
  awaitingSignature: 1100,
  paying: 1200,
  done: 2000,
  partlyDone: 2050,
  refused: 2100,
  cancelled: 2200,
  expired: 2202,
  failed: 2400,
} as const;

/** The most rows of a batch, whatever its chain; `max_rows` of a chain may be fewer. */
export const maxBatchRows = 1_000;
/** The most drafts that one member keeps. */
export const maxBatchDrafts = 50;
/** Room for that many rows with long texts: characters of the list, and bytes of a request with it, where a character of Chinese takes nine. */
const rowsText = 524_288;
const rowsBytes = 2_097_152;

const cell = (max: number) => z.string().trim().max(max).refine(isPlain, 'control characters');
/** A payee as somebody wrote it: what is wrong with it is said, not refused. */
export const batchPayee = z.object({
  /** Or a payment link, which stays whole: one that is cut may say something else. */
  address: cell(longestPaymentLink),
  memo: cell(100).default(''),
  /** In whole coins. */
  amount: cell(100),
  remark: cell(200).default(''),
  /** 1: somebody has looked at what is odd about it (paid twice, looks like another address), and means it. */
  seen: z.literal([0, 1]).default(0),
});
export type BatchPayee = z.output<typeof batchPayee>;

const rowNumber = z.int().min(1);
const coinName = { symbol, chain_id: z.string(), contract_address: z.string() };
/** What was found out about the rows of a batch that nobody has asked for yet. Rows are numbered from 1. */
const findings = z.object({
  /** What stands in the way, and where it is mended. */
  errors: z.array(
    z.object({
      row: rowNumber,
      field: z.enum(['address', 'memo', 'amount']),
      code: z.int(),
      msg: z.string(),
      /** Of an address that is none, or that nobody may pay. */
      address: z.object(addressFault).nullable(),
      /** Of a payment link in place of an address: its fault, network and coin as `withdraw.addressLink` says them; fault '' for one that could be read. */
      link: z.object({ fault: z.string(), network: z.string(), coin: z.object(coinName).nullable() }).nullable(),
    }),
  ),
  /** Rows that pay the same amount to the same address with the same memo. */
  duplicates: z.array(z.array(rowNumber)),
  /** Payees that are neither listed nor our own, or still cool down, where only listed ones may be paid. */
  white_misses: z.array(rowNumber),
  /** Payees of the book that the signers do not take for listed yet, and from when they do. */
  cooling: z.array(z.object({ row: rowNumber, from: epochMs })),
  /** Addresses that a person would take for others that are known (address poisoning). */
  look_alikes: z.array(z.object({ row: rowNumber, similar_to: z.array(z.string()) })),
  first_times: z.array(rowNumber),
  /** Rows of the two kinds above that nobody has said to mean (`seen`). */
  unseen: z.array(rowNumber),
  /** Of the whole: why it could not be asked for now, once its rows are sound; code 0 and '' where nothing stands in the way. */
  problem: z.object({ code: z.int(), msg: z.string() }),
  /** Of the normal tier, in `fee_symbol`; null while no row is sound. */
  fee: z.object({ fee: amount, max_fee: amount, fee_symbol: z.string() }).nullable(),
  available: amount,
  approval_needed: bool01,
  /** Which rule applies to the whole, and who must approve it, as `withdraw.limitCheck` says it; null while a row is at fault, and where `problem` says why not. */
  rules: z
    .object({
      rule: policyRule.nullable(),
      solo_mode: bool01,
      approvers_preview: z.array(approvalNode),
      limits: z.array(ruleLimit),
    })
    .nullable(),
  /** Where a contract pays: whether it may take the tokens. */
  need_approve: z.object({
    needed: bool01,
    allowance: amount,
    spender: z.string(),
    /** An allowance of the token to the contract that is not at its end. */
    order: z.object({ withdraw_id: orderId, status: z.int() }).nullable(),
  }),
});

const batchFacts = {
  batch_id: batchId,
  /** Of the draft: whoever changes or submits it names the one they have seen. */
  version: z.int(),
  status: z.int(),
  name: z.string(),
  sub_wallet_id: subWalletId,
  ...coinName,
  coin_net: z.string(),
  row_count: z.int(),
  /** One contract call pays all rows; else each is paid as its network does it. */
  by_contract: bool01,
  /** Of a draft, of its sound rows. */
  total_amount: amount,
  success_num: z.int(),
  fail_num: z.int(),
  initiator_name: z.string(),
  created_at: epochMs,
  submitted_at: epochMs.nullable(),
  withdraw_id: orderId.nullable(),
};

const batchDetail = z.object({
  ...batchFacts,
  max_rows: z.int(),
  support_memo: bool01,
  /** Of the order, once there is one. */
  remark: z.string(),
  txid: z.string(),
  explorer_url: z.string(),
  list: z.array(
    z.object({
      row: rowNumber,
      address: z.string(),
      memo: z.string(),
      amount: z.string(),
      remark: z.string(),
      seen: z.literal([0, 1]),
      /** As the address book calls the payee; '' where it has none. */
      label: z.string(),
      /** Ours, of this sub-wallet. */
      own: subWalletId.nullable(),
      /** As those of batches. */
      status: z.int(),
      txid: z.string(),
      /** As the sub-statuses of orders are called; '' where nothing failed. */
      fail_reason: z.string(),
    }),
  ),
  /** Of a draft. */
  findings: findings.nullable(),
});

const written = {
  /** The batch whose draft of one's own this becomes; left out, a new one. */
  draft: batchId.optional(),
  version: ranged(0, 2 ** 31 - 1).default(0),
  name: text(60).default(''),
};

export const batch = {
  baseSymbol: get('/api/mpc/batch/base_symbol', {
    summary: 'Networks on which many can be paid by one batch',
    access: 'withdraw.read',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          base_symbol: z.string(),
          chain_id: z.string(),
          coin_net: z.string(),
          max_rows: z.int(),
          support_memo: bool01,
          /** The contract that can pay them by one transaction; '' where there is none. */
          batch_contract: z.string(),
          /** How many rows it pays; 0 where there is none. */
          contract_rows: z.int(),
          /** What is paid to the service for it: nothing. */
          fee_service: amount,
        }),
      ),
    }),
  }),
  init: post('/api/mpc/batch/init', {
    summary: 'Keeps a draft of a batch and looks at each row: what is wrong with it, what is odd, what it would cost',
    access: 'withdraw.create',
    audit: 'batch.init',
    timeoutMs: 30_000,
    bodyBytes: rowsBytes,
    input: z.object({
      ...written,
      sub_wallet_id: subWalletId,
      ...coin,
      /** Have one contract call pay all rows, where the network has the contract. */
      by_contract: bool01.default(false),
      rows: jsonField(z.array(batchPayee).min(1).max(maxBatchRows), rowsText),
    }),
    output: batchDetail,
  }),
  discard: post('/api/mpc/batch/discard', {
    summary: 'Throws a draft of one’s own away',
    access: 'withdraw.create',
    audit: 'batch.discard',
    input: z.object({ batch_id: batchId }),
    output: nothing,
  }),
  submit: post('/api/mpc/batch/submit', {
    summary:
      'Asks for a batch as one order over exactly its rows. A batch becomes one order at most; the same request_id and body give that one',
    access: 'withdraw.create',
    audit: 'batch.submit',
    stepUp: true,
    timeoutMs: 30_000,
    input: z.object({
      batch_id: batchId,
      request_id: requestId,
      version: ranged(1, 2 ** 31 - 1),
      remark: remark.default(''),
      fee_level: feeLevel.default(2),
      /** The most the fee may be, as the page showed it; refused when more would be needed. */
      max_fee: amount.optional(),
    }),
    output: taken,
  }),
  approve: post('/api/mpc/batch/approve', {
    summary:
      'Let the contract take exactly what the rows of a draft add up to. 200195 where nothing is missing, or another allowance is under way',
    access: 'withdraw.create',
    audit: 'batch.approve',
    stepUp: true,
    timeoutMs: 30_000,
    input: z.object({
      batch_id: batchId,
      version: ranged(1, 2 ** 31 - 1),
      request_id: requestId,
      fee_level: feeLevel.default(2),
      remark: remark.default(''),
    }),
    output: taken,
  }),
  authRecords: get('/api/mpc/batch/auth/record', {
    summary: 'What the contract for batches was let take, newest first',
    access: 'withdraw.read',
    input: z.object({ sub_wallet_id: subWalletId.optional(), ...paged }),
    output: page(
      z.object({
        withdraw_id: orderId,
        sub_wallet_id: subWalletId,
        symbol,
        chain_id: z.string(),
        coin_net: z.string(),
        /** The contract. */
        spender: z.string(),
        /** How much it may take by this; 0 takes back what it might. */
        amount,
        initiator_name: z.string(),
        status: z.int(),
        txid: z.string(),
        created_at: epochMs,
      }),
    ),
  }),
  records: get('/api/mpc/batch/record/list', {
    summary: 'Batches that were asked for, and one’s own drafts, newest first',
    access: 'withdraw.read',
    input: z.object({
      status: ranged(0, 9_999).optional(),
      sub_wallet_id: subWalletId.optional(),
      ...maybeCoin,
      /** Part of the name, or the address of a payee. */
      keyword: text(120).optional(),
      start: epochMs.optional(),
      end: epochMs.optional(),
      ...paged,
    }),
    output: page(z.object(batchFacts)),
  }),
  info: get('/api/mpc/batch/transfer/info', {
    summary: 'A batch with what became of each row; of a draft what is wrong with each',
    access: 'withdraw.read',
    timeoutMs: 30_000,
    input: z.object({ batch_id: batchId }),
    output: batchDetail,
  }),
  multiInfo: get('/api/mpc/withdraw/multi/info', {
    summary: 'Several orders with everybody whom each pays, by their ids or by their batch',
    access: 'withdraw.read',
    input: z.object({ ids: idList.optional(), batch_id: batchId.optional() }),
    output: z.object({
      list: z.array(
        z.object({
          withdraw_id: orderId,
          batch_id: batchId.nullable(),
          request_id: z.string(),
          sub_wallet_id: subWalletId,
          chain_id: z.string(),
          symbol,
          amount,
          outputs,
          status: z.int(),
          sub_status: z.string(),
          txid: z.string(),
          created_at: epochMs,
        }),
      ),
    }),
  }),
};
