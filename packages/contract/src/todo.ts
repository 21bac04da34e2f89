import { z } from 'zod';
import {
  amount,
  bigId,
  bool01,
  epochMs,
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
import { approvalNode, decisionWay, orderId, policyRule, signedDecisions, unknownValue } from './decision.ts';
import { get, post } from './endpoint.ts';

/** Item types (domain.md 6.4). */
export const todoType = {
  withdraw: 1,
  addressBook: 5,
  strategy: 6,
  workspaceRule: 7,
  keyGrant: 8,
  keyMaterial: 9,
  apiClient: 13,
  member: 15,
} as const;

/** `mine`: what the caller can decide now (open), or has decided (ended). `asked`: what the caller has asked for. */
const scope = z.enum(['all', 'mine', 'asked']);

const person = z.object({ id: z.string(), name: z.string() });
const item = z.object({
  /** Unique among payments (type 1), and among everything else. */
  item_id: z.int(),
  item_type: z.int(),
  remark: z.string(),
  initiator: person,
  created_at: epochMs,
  expire_at: epochMs,
  /** 0 open, 1 passed, 2 refused, 3 cancelled, 4 expired. */
  status: z.int(),
  /** The same in the numbers of orders: 2100 refused, 2202 expired and so on (domain.md 4.4). */
  state: z.int(),
  /** 0 none, 1 the caller can decide now, 2 the caller has decided. */
  my_action: z.int(),
  /** The caller asked for it and nobody has carried it out. */
  can_cancel: bool01,
  /** The initiator has signed the request itself. */
  initiator_signed: bool01,
  /** Other rules or another book came into force: it was asked for anew, and decisions made before count no more. */
  asked_again: bool01,
  /** A price has risen since it was asked for: rules that go by values ask for more approvals than at first. */
  price_rose: bool01,
  /** A rule may speak of it or not, since what it is worth, or what was paid before it, is not known; so it has to be satisfied. */
  value_unknown: unknownValue,
  /** Other payments were counted in a window since it was approved, and its rules ask for more approvals by that. */
  more_counted: bool01,
  solo_mode: bool01,
  rule: policyRule.nullable(),
  /** Of the rules that `rule` and `nodes` are of: other ones may have another rule by that name. */
  rules_version: z.string(),
  nodes: z.array(
    z.object({
      index: z.int(),
      name: z.string(),
      kind: approvalNode.shape.kind,
      threshold: z.int(),
      /** 0 waiting for an earlier node, 1 open, 2 done. */
      status: z.int(),
      members: z.array(person.extend({ /** 0 open, 1 approved, 2 refused. */ status: z.int() })),
    }),
  ),
  decisions: signedDecisions,
  intent_id: z.string(),
  intent_hash: z.string(),
  digest_words: z.array(z.string()),
  /** Approval page on a signer's own origin. */
  approval_url: z.string(),
  /** Of type 1. */
  payment: z
    .object({
      sub_wallet_id: subWalletId,
      sub_wallet_name: z.string(),
      symbol,
      /** With the symbol, the coin by its place: several may have one symbol. */
      chain_id: z.string(),
      contract_address: z.string(),
      amount,
      /** In US dollars: what it was worth when it was paid, else what it would be now. Null where its coin has no price. */
      worth_usd: amount.nullable(),
      /** The first, where it goes to several. */
      address_to: z.string(),
      /** What the address book calls them, for whoever reads it; '' where it does not list them. */
      payee_label: z.string(),
      /** Each with what the address book calls it, and the remark of its row where a batch is paid; '' for none. Nobody signs either. */
      outputs: toldOutputs,
      /** What whoever wrote the batch called it that this pays; '' where it pays none. Nobody signs it. */
      batch_name: z.string(),
      stake: stakeTold,
      /** The payment that is made once more by it, for a higher fee; null for everything else. */
      speeds_up: orderId.nullable(),
      /** The payment that it drops; null where it drops none. */
      drops: orderId.nullable(),
      fee_symbol: z.string(),
      max_fee: amount,
    })
    .nullable(),
  /** Of every other type: other rules, another address book, or a request for key material. */
  change: z
    .object({
      /** The kind of its intent: `policy`, `book`, `export`. */
      kind: z.string(),
      /** What the area that proposed it says of it: `action`, `name` and the like. */
      subject: z.record(z.string(), z.string()),
      /** Of the rules it was made for. */
      policy_version: z.string(),
      last_error: z.string(),
    })
    .nullable(),
});

/** Another change, by its name in the list and the words of its area. */
const otherChange = z.object({
  item_id: z.int(),
  item_type: z.int(),
  subject: z.record(z.string(), z.string()),
  initiator: person,
});

export const todo = {
  list: get('/api/mpc/todo/list', {
    summary:
      'What waits for a decision, of every kind. status 0: open items, of the caller first, and of these what runs out first',
    access: 'todo.read',
    input: z.object({
      status: ranged(0, 99).default(0),
      scope: scope.default('all'),
      item_type: ranged(0, 99).optional(),
      /** As a whole, or each of its words (four at most) somewhere: texts, number, amount, payee's name, batch's name and what its rows remark, who asked. */
      keyword: text(128).optional(),
      /** Asked for from this moment on, and before that one. */
      start: epochMs.optional(),
      end: epochMs.optional(),
      ...paged,
    }),
    /** The counts are of all open items, whatever the list is filtered by. */
    output: page(item).extend({
      open_count: z.int(),
      my_count: z.int(),
      asked_count: z.int(),
      /** Open items beyond those that were looked through: they run out last, and are in no list and no other count until others are decided. */
      unseen_count: z.int(),
      /**
       * Words, and in what has ended who asked or decided, were looked for in the 5,000 open items that run out first, or in the 5,000 newest that ended so:
       * there are more. Of what was asked for in certain days the newest of these days were looked through. A number and a whole address are found in all.
       */
      older_unseen: z.boolean(),
      /** More than 1,000 payees are called as the keyword, or a word of it, says: payments to others of them are not in the list. */
      search_is_part: z.boolean(),
      kinds: z.array(z.object({ item_type: z.int(), open: z.int(), mine: z.int() })),
    }),
  }),
  info: get('/api/mpc/todo/info', {
    summary: 'One item in whole; for a change also the document that would be in force',
    access: 'todo.read',
    input: z.object({ item_type: ranged(0, 99), item_id: bigId }),
    output: item.extend({
      /** Canonical text of the rules, or of the change of the address book; empty for a payment. */
      document: z.string(),
      /** Of a change of the rules: the rules it was made for, to be compared with; empty where they are no longer known. */
      base: z.string(),
      /** Of an open change: the other open ones that were made for what it replaces. They lose their approvals once it has passed. */
      rivals: z.array(
        otherChange.extend({
          /** It ends then, else it is asked for anew; null where that is not known yet. */
          ends: z.boolean().nullable(),
        }),
      ),
      /** Of a change that was overtaken: the one that came into force first. */
      overtaken_by: otherChange.nullable(),
    }),
  }),
  strategyList: get('/api/mpc/todo/strategy/list', {
    summary: 'The rules that ask the caller: at which of their nodes, and how many have to agree there',
    access: 'todo.read',
    input: nothing,
    output: z.object({
      list: z.array(
        policyRule.extend({
          nodes: z.array(
            z.object({
              index: z.int(),
              name: z.string(),
              kind: approvalNode.shape.kind,
              threshold: z.int(),
              members: z.int(),
              mine: bool01,
            }),
          ),
        }),
      ),
    }),
  }),
  acceptKey: post('/api/mpc/todo/same_rights_pri/accept', {
    audit: 'todo.acceptKey',
    proposalEvent: 'opened',
    summary: 'Gives the way to sign that one accepts a key of equal rights; it decides nothing',
    access: 'todo.read',
    input: z.object({ item_id: bigId }),
    output: decisionWay,
  }),
};
