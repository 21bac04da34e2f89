import { z } from 'zod';
import {
  bigId,
  bool01,
  epochMs,
  jsonField,
  nothing,
  page,
  ranged,
  remark,
  subWalletId,
  text,
  walletId,
} from './codecs.ts';
import { approvalNode, decisionWay, policyRule, proposedChange, signedDecisions } from './decision.ts';
import { get, post } from './endpoint.ts';
import { proposalEntry, proposalLogAsk } from './proposal-log.ts';

/**
 * Rules travel as they stand in the policy document (packages/policy): strings only, closed, and checked there, by the very code that signers run.
 * What the wire checks is only that a rule is an object of the right size.
 */
const rule = jsonField(z.record(z.string(), z.unknown()));
const nodes = jsonField(z.array(z.record(z.string(), z.unknown())).min(1).max(10));
const signProtect = z.enum(['on', 'off']);
/** Version of the rules that the caller has seen; a change made from older ones is refused. */
const seenVersion = z.string().regex(/^[1-9]\d{0,9}$/);
const ruleId = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/);
const ruleType = z.enum(['transfer', 'web3', 'trade']);
/** What the workspace rules can be about. */
const workspaceOp = z.enum(['members', 'strategies', 'addressBook', 'keys', 'keyMaterial', 'api']);

const change = { version: seenVersion, remark: remark.default('') };

/** `*` is the default of all sub-wallets. */
const basicWallet = z.string().regex(/^(\*|[1-9]\d{0,18})$/);
/** May all approvals come through one signer's page, or have two of them to come through pages of different signers? */
const pages = z.enum(['any', 'different']);
const flowOnWire = z.object({
  sign_protect: signProtect,
  pages,
  nodes: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['approve', 'sign']),
      approvers: z.array(z.string()),
      threshold: z.string(),
    }),
  ),
});
const basicFlow = flowOnWire.extend({ wallet: z.string() });
/** Of a rules file (packages/policy, limits.ts: the largest rules as people read them, with their test cases). */
export const rulesFileBytes = 1_048_576;
/** The same as a form writes it: quotation marks become three bytes each. */
const wholeRulesBytes = 2 * rulesFileBytes;

const seniorOnWire = z.object({
  id: z.string(),
  name: z.string(),
  type: ruleType,
  enabled: signProtect,
  /** In the order of all senior rules, 0 first. */
  place: z.int(),
  /** As it stands in the policy document. */
  rule: z.record(z.string(), z.unknown()),
});

const editing = { access: 'strategy.edit', output: proposedChange, stepUp: true } as const;

/** A flow that payments go by. */
const protectedFlow = z.object({
  /** `basic`: of a sub-wallet, or `*` of all others; `senior`: of a rule. */
  level: z.enum(['basic', 'senior']),
  /** The sub-wallet, or the rule's id. */
  id: z.string(),
  /** Of the rule; '' of a basic flow. */
  name: z.string(),
  sign_protect: bool01,
});

export const strategy = {
  signProtect: get('/api/mpc/withdraw/sign_protect', {
    summary:
      'Signature protection, as all signers hold it: whether who asks for a payment is left out of its approvals',
    access: 'strategy.read',
    input: z.object({ wallet_id: walletId.optional() }),
    output: z.object({
      /** Every flow of payments has it. */
      sign_protect: bool01,
      scope: z.enum(['all', 'some', 'none']),
      /** One member alone decides, so it has no effect. */
      solo_mode: bool01,
      version: z.string(),
      flows: z.array(protectedFlow),
    }),
  }),
  saveSignProtect: post('/api/mpc/withdraw/sign_protect/save', {
    summary:
      'Propose to switch signature protection of every flow of payments on or off; off is an owner’s to ask for, at the signers too',
    access: 'signProtect.edit',
    audit: 'strategy.signProtect',
    stepUp: true,
    input: z.object({ sign_protect: bool01, ...change }),
    output: proposedChange,
  }),
  policy: get('/api/mpc/strategy/policy', {
    summary: 'The rules in force, as all signers hold them: canonical text, for reading and for trying out changes',
    access: 'strategy.read',
    input: nothing,
    output: z.object({ version: z.string(), hash: z.string(), document: z.string(), solo_mode: z.boolean() }),
  }),
  memberList: get('/api/mpc/strategy/member/list', {
    summary: 'Members who can stand in a flow',
    access: 'strategy.read',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          member_id: z.string(),
          name: z.string(),
          role: z.string(),
          /** May stand in the last, releasing node. */
          has_key: z.boolean(),
          /** Their authenticator is proven, as in the list of the team. */
          twofa: z.boolean(),
        }),
      ),
    }),
  }),
  symbolList: get('/api/mpc/strategy/symbol/list', {
    summary: 'Assets that rules can name',
    access: 'strategy.read',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          symbol: z.string(),
          name: z.string(),
          chain: z.string(),
          contract: z.string(),
          decimals: z.int(),
          /** Source of the pattern of contracts' addresses on its chain; '' where rules name no calls. */
          contract_pattern: z.string(),
        }),
      ),
    }),
  }),
  opList: get('/api/mpc/strategy/op/list', {
    summary: 'What the workspace rules are about',
    access: 'strategy.read',
    input: nothing,
    output: z.object({ list: z.array(z.object({ op: workspaceOp, own_rule: z.boolean() })) }),
  }),
  opNumbers: get('/api/mpc/strategy/op/numbers', {
    summary: 'How many proposals are open, by what they are',
    access: 'strategy.read',
    input: nothing,
    output: z.object({ total: z.int(), list: z.array(z.object({ item_type: z.int(), open: z.int() })) }),
  }),
  basicList: get('/api/mpc/strategy/basic/list', {
    summary: 'Basic flows: the default, wallet `*`, and those of single sub-wallets',
    access: 'strategy.read',
    input: nothing,
    output: z.object({ version: z.string(), list: z.array(basicFlow) }),
  }),
  basicInfo: get('/api/mpc/strategy/basic/info', {
    summary: 'The basic flow that a sub-wallet goes by: its own, or the default',
    access: 'strategy.read',
    input: z.object({ wallet: basicWallet }),
    output: basicFlow.extend({ version: z.string(), own: z.boolean() }),
  }),
  higherList: get('/api/mpc/strategy/higher/list', {
    summary: 'Senior rules in their order, of all types or of one',
    access: 'strategy.read',
    input: z.object({ type: ruleType.optional() }),
    output: z.object({ version: z.string(), list: z.array(seniorOnWire) }),
  }),
  higherInfo: get('/api/mpc/strategy/higher/info', {
    summary: 'One senior rule',
    access: 'strategy.read',
    input: z.object({ id: ruleId }),
    output: seniorOnWire.extend({ version: z.string() }),
  }),
  workspaceInfo: get('/api/mpc/strategy/workspace/basic/info', {
    summary: 'The flow that one kind of change of the rules goes by: its own, or the default',
    access: 'strategy.read',
    input: z.object({ op: workspaceOp }),
    output: flowOnWire.extend({ version: z.string(), own: z.boolean() }),
  }),
  businessList: get('/api/mpc/strategy/business/list', {
    summary: 'The operations that workspace rules guard, and the rule each goes by',
    access: 'strategy.read',
    input: nothing,
    output: z.object({ list: z.array(z.object({ business_type: z.int(), name: z.string(), op: workspaceOp })) }),
  }),
  basicSave: post('/api/mpc/strategy/basic/save', {
    audit: 'strategy.basicSave',
    summary: 'Proposes the basic flow of a sub-wallet; wallet `*` is the default of all',
    /** Without `pages` it stays what it is; a new flow asks for different ones where it takes two people and they have passkeys for them. */
    input: z.object({ wallet: basicWallet, sign_protect: signProtect, pages: pages.optional(), nodes, ...change }),
    ...editing,
  }),
  basicDelete: post('/api/mpc/strategy/basic/delete', {
    audit: 'strategy.basicDelete',
    summary: 'Proposes that a sub-wallet goes by the default flow again; the default itself cannot be deleted',
    input: z.object({ sub_wallet_id: subWalletId, ...change }),
    about: 'workspace',
    ...editing,
  }),
  higherSave: post('/api/mpc/strategy/higher/save', {
    audit: 'strategy.higherSave',
    summary: 'Proposes a senior rule, new or in place of the one with its id',
    input: z.object({
      rule,
      /** Where a new rule stands, 0 first; at the end when missing. */
      place: ranged(0, 2 ** 31 - 1).optional(),
      /** As in the basic flows, where the rule itself says nothing. */
      pages: pages.optional(),
      ...change,
    }),
    ...editing,
  }),
  higherDelete: post('/api/mpc/strategy/higher/delete', {
    audit: 'strategy.higherDelete',
    summary: 'Proposes to take a senior rule out',
    input: z.object({ id: ruleId, ...change }),
    ...editing,
  }),
  higherSort: post('/api/mpc/strategy/higher/sort', {
    audit: 'strategy.higherSort',
    summary: 'Proposes another order of the senior rules of a type; the first that matches decides',
    input: z.object({ type: ruleType, ids: jsonField(z.array(ruleId).max(500)), ...change }),
    ...editing,
  }),
  workspaceSave: post('/api/mpc/strategy/workspace/basic/save', {
    audit: 'strategy.workspaceSave',
    summary: 'Proposes who decides about one kind of change of the rules themselves',
    /** `pages` as in the basic flows. */
    input: z.object({ op: workspaceOp, sign_protect: signProtect, pages: pages.optional(), nodes, ...change }),
    ...editing,
  }),
  workspaceDelete: post('/api/mpc/strategy/workspace/basic/delete', {
    audit: 'strategy.workspaceDelete',
    summary: 'Proposes that a kind of change goes by the default flow again',
    input: z.object({ op: workspaceOp, ...change }),
    ...editing,
  }),
  save: post('/api/mpc/strategy/save', {
    audit: 'strategy.save',
    summary:
      'Proposes several changes of the rules at once: senior and workspace rules, basic flows as a whole document part',
    input: z.object({
      strategies: jsonField(z.array(z.record(z.string(), z.unknown())).max(500), rulesFileBytes).optional(),
      senior: jsonField(z.array(z.record(z.string(), z.unknown())).max(500), rulesFileBytes).optional(),
      workspace: jsonField(z.array(z.record(z.string(), z.unknown())).max(workspaceOp.options.length)).optional(),
      ...change,
    }),
    bodyBytes: wholeRulesBytes,
    ...editing,
  }),
  importRules: post('/api/mpc/strategy/import', {
    audit: 'strategy.importRules',
    summary:
      'Proposes the rules of a file (packages/policy, rules-file.ts) in place of those in force; refused when one of its test cases fails, or a kept one that it does not replace. Its cases are kept once its rules are in force',
    /** The file's text. */
    input: z.object({ file: z.string().min(2).max(rulesFileBytes), ...change }),
    bodyBytes: wholeRulesBytes,
    ...editing,
  }),
  caseList: get('/api/mpc/strategy/case/list', {
    summary: 'Test cases that are kept for the rules: what has to become of a payment',
    access: 'strategy.read',
    input: nothing,
    /** As they stand in a rules file. */
    output: z.object({ list: z.array(z.record(z.string(), z.unknown())) }),
  }),
  caseSave: post('/api/mpc/strategy/case/save', {
    audit: 'strategy.caseSave',
    summary: 'Keeps a test case, new or in place of the one with its name',
    access: 'strategy.edit',
    input: z.object({ case: jsonField(z.record(z.string(), z.unknown())) }),
    output: nothing,
  }),
  caseDelete: post('/api/mpc/strategy/case/delete', {
    audit: 'strategy.caseDelete',
    summary: 'Keeps a test case no longer',
    access: 'strategy.edit',
    input: z.object({ name: text(100, 1) }),
    output: nothing,
  }),
  auditInfo: get('/api/mpc/strategy/audit/info', {
    summary: 'A proposal: what it changes, who has decided, who is left',
    access: 'strategy.read',
    input: z.object({ item_id: bigId }),
    output: z.object({
      item_id: z.int(),
      item_type: z.int(),
      status: z.int(),
      remark: z.string(),
      initiator: z.object({ id: z.string(), name: z.string() }),
      created_at: epochMs,
      expire_at: epochMs,
      rule: policyRule.nullable(),
      nodes: z.array(approvalNode.extend({ approved: z.array(z.string()) })),
      decisions: signedDecisions,
      /** The rules, or the change of the address book, that would be in force; canonical text. */
      document: z.string(),
      /** Of the rules it was proposed under. */
      policy_version: z.string(),
      approval_url: z.string(),
      last_error: z.string(),
    }),
  }),
  audit: post('/api/mpc/strategy/audit', {
    audit: 'strategy.audit',
    proposalEvent: 'opened',
    summary: 'Gives the way to sign a decision about other rules, 1 to approve or 2 to refuse; it decides nothing',
    access: 'strategy.audit',
    input: z.object({ item_id: bigId, result: ranged(1, 2), remark: remark.default('') }),
    output: decisionWay,
  }),
  businessInfo: get('/api/mpc/strategy/business/info', {
    summary:
      'What a rule decides about, as it is signed: a payment by its number (type 1), anything else by its item’s',
    access: 'strategy.read',
    input: z.object({ business_type: ranged(1, 99), business_id: bigId }),
    output: z.object({
      business_type: z.int(),
      business_id: z.int(),
      /** The kind of its intent: `transfer`, `stake`, `policy` and so on. */
      kind: z.string(),
      initiator: z.object({ id: z.string(), name: z.string() }),
      remark: z.string(),
      /** 0 open, 1 passed, 2 refused, 3 cancelled, 4 expired. */
      status: z.int(),
      /** What its area says of a change; of a payment its coin, amount and destination. */
      subject: z.record(z.string(), z.string()),
      /** Canonical text of what is signed. */
      intent: z.string(),
      digest: z.string(),
      digest_words: z.array(z.string()),
      /** Canonical text of what would be in force, and of the rules it was made for; empty for a payment. */
      document: z.string(),
      base: z.string(),
      rule: policyRule.nullable(),
      nodes: z.array(approvalNode.extend({ approved: z.array(z.string()) })),
    }),
  }),
  cancel: post('/api/mpc/strategy/audit/revoke', {
    audit: 'strategy.cancel',
    proposalEvent: 'cancelled',
    summary: 'Takes back one’s own proposal',
    access: 'strategy.read',
    input: z.object({ item_id: bigId }),
    output: nothing,
  }),
  logList: get('/api/mpc/strategy/operate/log/list', {
    summary: 'What happened to every proposal of other rules, newest first: a view of the audit log',
    access: 'strategy.read',
    input: z.object({
      ...proposalLogAsk,
      item_type: ranged(0, 99).optional(),
      /** Of basic flows, of senior rules of one type, or of workspace rules only. */
      part: z.enum(['basic', 'transfer', 'web3', 'trade', 'workspace']).optional(),
    }),
    output: page(proposalEntry),
  }),
};
