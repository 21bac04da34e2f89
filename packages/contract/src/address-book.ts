import { z } from 'zod';
import {
  bookChain,
  bookEntry,
  bookEntryId,
  bookEntryIds,
  bookItem,
  bookItemsBytes,
  bookItemsText,
  checkedItems,
  looseBookItem,
  maxBookItems,
  payeeOwner,
  similarToThese,
} from './address-book-entry.ts';
import {
  bigId,
  bool01,
  coin,
  epochMs,
  jsonField,
  nothing,
  page,
  paged,
  ranged,
  remark,
  subWalletId,
  symbol,
  text,
} from './codecs.ts';
import { approvalNode, decisionWay, proposedChange, signedDecisions } from './decision.ts';
import { get, post } from './endpoint.ts';
import { proposalEntry, proposalLogAsk } from './proposal-log.ts';

const version = z.string().regex(/^[1-9]\d{0,9}$/);

/** Listed from this moment on, and before that one. */
const listedSpan = { start: epochMs.optional(), end: epochMs.optional() };

export const addressBook = {
  list: get('/api/mpc/address_book/list', {
    summary: 'Listed payees, by chain, coin of a chain, type, status and text: label, address or owner',
    access: 'addressBook.read',
    input: z.object({
      /** These alone. */
      ids: bookEntryIds.optional(),
      chain: bookChain.optional(),
      base_symbol: symbol.optional(),
      type: ranged(0, 99).optional(),
      keyword: text(128).optional(),
      status: ranged(0, 99).optional(),
      ...listedSpan,
      ...paged,
    }),
    output: page(bookEntry),
  }),
  add: post('/api/mpc/address_book/add', {
    audit: 'addressBook.add',
    summary: 'Proposes payees, all or none; one that is listed (200137) or in approval (200139) is refused',
    access: 'addressBook.edit',
    stepUp: true,
    input: z.object({
      items: jsonField(z.array(bookItem).min(1).max(maxBookItems), bookItemsText),
      remark: remark.default(''),
    }),
    bodyBytes: bookItemsBytes,
    output: proposedChange.extend({ similar: similarToThese }),
  }),
  edit: post('/api/mpc/address_book/edit', {
    audit: 'addressBook.edit',
    summary:
      'Proposes a payee in another’s place, as one change: it cools down anew; refused as adding and taking out would be',
    access: 'addressBook.edit',
    stepUp: true,
    input: z.object({ entry_id: bookEntryId, item: jsonField(bookItem), remark: remark.default('') }),
    output: proposedChange.extend({ similar: similarToThese }),
  }),
  check: post('/api/mpc/address_book/check', {
    summary:
      'Tries payees without proposing them: what is wrong with each, and which listed ones it could be taken for',
    access: 'addressBook.edit',
    input: z.object({
      items: jsonField(z.array(looseBookItem).min(1).max(maxBookItems), bookItemsText),
      /** The entry whose place they would take: it does not stand in their way. */
      except: bookEntryId.optional(),
    }),
    bodyBytes: bookItemsBytes,
    output: checkedItems,
  }),
  remove: post('/api/mpc/address_book/delete', {
    audit: 'addressBook.remove',
    summary: 'Proposes to take payees out; one that a rule names cannot be (200140)',
    access: 'addressBook.edit',
    stepUp: true,
    input: z.object({ ids: jsonField(z.array(bookEntryId).min(1).max(maxBookItems)), remark: remark.default('') }),
    output: proposedChange,
  }),
  ownerSave: post('/api/mpc/address_book/owner/save', {
    audit: 'addressBook.ownerSave',
    summary: 'Says who is behind a listed payee’s address, or that nobody is named: at once, since nobody signs it',
    access: 'addressBook.edit',
    stepUp: true,
    input: z.object({ entry_id: bookEntryId, owner: jsonField(payeeOwner.nullable()) }),
    output: nothing,
  }),
  auditList: get('/api/mpc/address_book/audit/list', {
    summary: 'Changes of the entries and of the mode that wait, and what became of others',
    access: 'addressBook.read',
    input: z.object({ open: ranged(0, 1).default(1), ...paged }),
    output: page(
      z.object({
        audit_id: z.int(),
        status: z.int(),
        added: z.int(),
        removed: z.int(),
        /** Whose entry is added, changed or removed; '' where there are several. */
        payee: z.string(),
        /** `on` or `off` for a change of the mode; '' for one of the entries. */
        mode: z.string(),
        /** The token that would be paid with, or no more, by its symbol; null for a change of something else. */
        token: z.object({ symbol: z.string(), taken_out: bool01 }).nullable(),
        initiator: z.string(),
        initiator_name: z.string(),
        remark: z.string(),
        created_at: epochMs,
        expire_at: epochMs,
      }),
    ),
  }),
  auditDetail: get('/api/mpc/address_book/audit/detail', {
    summary: 'One change in whole: every address, or the mode, who has decided, who is left',
    access: 'addressBook.read',
    input: z.object({ audit_id: bigId }),
    output: z.object({
      audit_id: z.int(),
      status: z.int(),
      initiator: z.string(),
      initiator_name: z.string(),
      remark: z.string(),
      created_at: epochMs,
      expire_at: epochMs,
      add: z.array(
        z.object({
          address: z.string(),
          memo: z.string(),
          label: z.string(),
          chains: z.array(z.string()),
          symbols: z.array(z.string()),
          /** From when on the signers take it for listed; null as long as it is not listed, or no more. */
          listed_from: epochMs.nullable(),
        }),
      ),
      remove: z.array(z.object({ id: bookEntryId, address: z.string(), label: z.string() })),
      /** Tokens that would be paid with by the members' word, or no more. */
      tokens: z.array(
        z.object({
          chain: z.string(),
          contract: z.string(),
          symbol: z.string(),
          decimals: z.int(),
          taken_out: bool01,
        }),
      ),
      /** What would be in force, for a change of the mode; null for one of the entries. */
      mode: z
        .object({
          mode: z.enum(['on', 'off']),
          cooling_hours: z.int(),
          /** For how long after its agreement what it loosens does not count yet; 0 where nothing is looser, or it is decided. */
          waits_hours: z.int(),
        })
        .nullable(),
      nodes: z.array(approvalNode.extend({ approved: z.array(z.string()) })),
      decisions: signedDecisions,
      approval_url: z.string(),
      digest: z.string(),
      digest_words: z.array(z.string()),
    }),
  }),
  auditPass: post('/api/mpc/address_book/audit/pass', {
    audit: 'addressBook.auditPass',
    proposalEvent: 'opened',
    summary: 'Gives the way to sign that a change is approved; it decides nothing',
    access: 'addressBook.audit',
    input: z.object({ audit_id: bigId, remark: remark.default('') }),
    output: decisionWay,
  }),
  auditRefuse: post('/api/mpc/address_book/audit/refuse', {
    audit: 'addressBook.auditRefuse',
    proposalEvent: 'opened',
    summary: 'Gives the way to sign that a change is refused; it decides nothing',
    access: 'addressBook.audit',
    input: z.object({ audit_id: bigId, remark: remark.default('') }),
    output: decisionWay,
  }),
  auditRevoke: post('/api/mpc/address_book/audit/revoke', {
    audit: 'addressBook.auditRevoke',
    proposalEvent: 'cancelled',
    summary: 'Takes back one’s own proposal',
    access: 'addressBook.edit',
    input: z.object({ audit_id: bigId }),
    output: nothing,
  }),
  auditStatus: get('/api/mpc/address_book/audit/status', {
    summary: 'Where one change stands: 0 open, 1 passed, 2 refused, 3 cancelled, 4 expired, 5 being taken over',
    access: 'addressBook.read',
    input: z.object({ audit_id: bigId }),
    output: z.object({ audit_id: z.int(), status: z.int() }),
  }),
  logList: get('/api/mpc/address_book/log/list', {
    summary: 'What happened to every change of the entries and of the mode, newest first: a view of the audit log',
    access: 'addressBook.read',
    input: z.object(proposalLogAsk),
    output: page(proposalEntry),
  }),
  withdrawList: get('/api/mpc/address_book/withdraw/address/list', {
    summary:
      'Listed payees that a coin can be paid to, those that have cooled down first; `without_memo`: those alone that need no memo',
    access: 'addressBook.read',
    input: z.object({ ...coin, keyword: text(128).optional(), without_memo: bool01.optional(), ...paged }),
    output: page(bookEntry),
  }),
  subWalletList: get('/api/mpc/address_book/sub_wallet/list', {
    summary: 'Listed payees that a sub-wallet holds a coin for, and how often it has paid each',
    access: 'addressBook.read',
    input: z.object({
      sub_wallet_id: subWalletId,
      chain: bookChain.optional(),
      keyword: text(128).optional(),
      ...listedSpan,
      ...paged,
    }),
    output: page(
      bookEntry.extend({
        /** Coins of this sub-wallet that can be sent there. */
        coins: z.array(z.string()),
        /** The same, by their place. */
        held: z.array(z.object({ symbol, chain_id: z.string(), contract_address: z.string() })),
        /** Payments of this sub-wallet alone. */
        paid_count: z.int(),
        last_paid_at: epochMs.nullable(),
      }),
    ),
  }),
  currentMainChain: get('/api/mpc/address_book/current/mainchain', {
    summary: 'Chains on which somebody is listed, and how many',
    access: 'addressBook.read',
    input: nothing,
    output: z.object({ list: z.array(z.object({ chain: z.string(), name: z.string(), entries: z.int() })) }),
  }),
  coinInfo: get('/api/mpc/address_book/coin/info', {
    summary: 'Coins that can be named for an address, by chain',
    access: 'addressBook.read',
    input: z.object({ chain: bookChain.optional() }),
    output: z.object({
      list: z.array(
        z.object({ symbol: z.string(), name: z.string(), chain: z.string(), contract_address: z.string() }),
      ),
    }),
  }),
  mainChains: get('/api/mpc/address_book/support/mainchain', {
    summary: 'Chains an address can be good for; those of a family share addresses',
    access: 'addressBook.read',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          chain: z.string(),
          name: z.string(),
          family: z.string(),
          /** Source of a pattern that tells its addresses from those of other families. What it matches may still be none. */
          address_pattern: z.string(),
          /** Can its contracts be called by members? Then an entry may list the methods of one. */
          calls: z.boolean(),
        }),
      ),
    }),
  }),
  whiteStatus: get('/api/mpc/address_book/white/status', {
    summary: 'Whether payments go to listed addresses only, and how long a new entry waits',
    access: 'addressBook.read',
    input: nothing,
    output: z.object({
      /** 0 off, 1 on, also while it is still held to, 2 a change is in approval. */
      white_status: z.int(),
      /** What the members agreed on. */
      mode: z.enum(['on', 'off']),
      /** Switched off lately: from when on signers pay others than listed payees; null where nothing is held. */
      off_from: epochMs.nullable(),
      cooling_hours: z.int(),
      /** How long an entry has to wait now: longer than `cooling_hours` until `shorter_from`. */
      held_hours: z.int(),
      shorter_from: epochMs.nullable(),
      version: z.string(),
    }),
  }),
  whiteModify: post('/api/mpc/address_book/white/modify', {
    audit: 'addressBook.whiteModify',
    summary: 'Proposes the mode and the cooling period. On, or longer, is instant; off, or shorter, needs the members',
    access: 'addressBook.mode',
    stepUp: true,
    input: z.object({
      mode: z.enum(['on', 'off']),
      cooling_hours: ranged(0, 720),
      version,
      remark: remark.default(''),
    }),
    output: proposedChange,
  }),
  whiteEnable: post('/api/mpc/address_book/white/enable', {
    audit: 'addressBook.whiteEnable',
    summary: 'Proposes that payments go to listed payees only, the cooling period staying as it is: instant',
    access: 'addressBook.mode',
    stepUp: true,
    input: z.object({ version, remark: remark.default('') }),
    output: proposedChange,
  }),
  whiteDisable: post('/api/mpc/address_book/white/disable', {
    audit: 'addressBook.whiteDisable',
    summary: 'Proposes that payments may go to any address, the cooling period staying as it is: the members decide',
    access: 'addressBook.mode',
    stepUp: true,
    input: z.object({ version, remark: remark.default('') }),
    output: proposedChange,
  }),
};
