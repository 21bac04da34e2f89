import { limits } from './limits.ts';
import { approvalNode } from './node.ts';
import { type Checked, list, oneOf, patterns, record, text } from './schema.ts';

const assetName = { chain: text(patterns.chain), contract: text(patterns.ascii) };

/** First four bytes of a call's data: which method it calls. */
export const selector = text(/^0x[0-9a-f]{8}$/);

/** When a rule applies: every part has to hold. An empty list is no condition. */
const condition = {
  /** `member:ID` or `role:ROLE` of who asks. */
  initiators: list(text(/^(member|role):[A-Za-z0-9._:-]{1,64}$/), 0, limits.ruleList),
  wallets: list(text(patterns.wallet), 0, limits.ruleList),
  assets: record({ mode: oneOf('any', 'only', 'except'), list: list(record(assetName), 0, limits.ruleList) }),
  /**
   * More than `over` and at most `upTo` ('' is no bound), in base units of the one asset (`coin`) or in cents (`usd`): of this transaction
   * (`hours` 0), or of everything in the sliding window of so many hours before it and this one together.
   */
  amount: record({
    unit: oneOf('none', 'coin', 'usd'),
    over: text(patterns.unitsOrEmpty),
    upTo: text(patterns.unitsOrEmpty),
    hours: text(patterns.hours),
    scope: oneOf('wallet', 'workspace', 'member'),
  }),
  /**
   * `internal`: all to our own addresses; `known`: all to our own or to active entries of the address book; `listed`: all to these entries;
   * `unknown`: some to neither. A call goes to its contract.
   */
  destinations: record({
    mode: oneOf('any', 'internal', 'known', 'listed', 'unknown'),
    entries: list(text(patterns.hash), 0, limits.ruleList),
  }),
  /**
   * Contract calls (web3, trade): any of these contracts, and any of these methods where some are named; a call without a method is none of them.
   * Where only some of a transaction's calls are named, see `callsMatch`.
   */
  calls: list(record({ ...assetName, methods: list(selector, 0, limits.ruleMethods) }), 0, limits.ruleList),
};

const rule = {
  id: text(patterns.id),
  name: text(patterns.name),
  enabled: oneOf('on', 'off'),
  type: oneOf('transfer', 'web3', 'trade'),
  when: record(condition),
  /** `flow`: these nodes approve; `pass`: the initiator's signature is enough; `refuse`: nobody can make it pass. */
  action: oneOf('flow', 'pass', 'refuse'),
  signProtection: oneOf('on', 'off'),
  nodes: list(approvalNode, 0, limits.nodes),
};

/** A senior strategy: rules in order, the first that matches decides; the basic strategy stands behind them all. */
export type SeniorRule = Checked<typeof rule>;
export type RuleCondition = SeniorRule['when'];
export type RuleType = SeniorRule['type'];
export const seniorRule = record(rule);
