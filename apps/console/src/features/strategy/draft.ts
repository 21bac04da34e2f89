import { fromUnits, toUnits } from '@holdfast/money';
import {
  allowances,
  assetKey,
  checkPolicyChange,
  draftPolicy,
  inLowestVersion,
  type PolicyDocument,
  PolicyError,
  type PolicyProblem,
  policyHash,
  type RuleType,
  type SeniorRule,
  unconditional,
} from '@holdfast/policy';
import { type CallDraft, callDraftOf, callFault, namedCallOf } from './calls.ts';

/** An asset that rules can name. */
export interface Coin {
  readonly symbol: string;
  readonly name: string;
  readonly chain: string;
  readonly contract: string;
  readonly decimals: number;
  /** Source of the pattern of contracts' addresses on its chain; '' where there are none. */
  readonly contract_pattern: string;
}
export const coinKey = ({ chain, contract }: Pick<Coin, 'chain' | 'contract'>): string => assetKey(chain, contract);

/** A senior rule as it is being written: amounts, contracts and methods are still text. */
export interface Draft {
  readonly rule: SeniorRule;
  /** Decimal text, in coins or USD. */
  readonly over: string;
  readonly upTo: string;
  readonly calls: readonly CallDraft[];
}

export type Field = 'name' | 'amount' | 'hours' | 'assets' | 'destinations' | 'calls' | 'nodes';
export type Fault =
  | 'name'
  | 'amount'
  | 'needBound'
  | 'order'
  | 'coinOne'
  | 'passBound'
  | 'passUnknown'
  | 'refuseKnown'
  | 'pickAsset'
  | 'pickEntry'
  | 'hours'
  | 'contract'
  | 'method'
  | 'passCalls'
  | 'passAllowance'
  | 'web3Asset'
  | 'pickApprovers'
  | 'threshold'
  | 'nodeName';
export type Faults = Partial<Record<Field, Fault>>;

export function emptyDraft(type: RuleType, id: string): Draft {
  const rule: SeniorRule = {
    id,
    name: '',
    enabled: 'on',
    type,
    when: unconditional,
    action: 'refuse',
    signProtection: 'on',
    nodes: [],
  };
  return { rule, over: '', upTo: '', calls: [] };
}

/** Decimals of what bounds are given in: cents, or those of the one coin the rule names. */
function decimalsOf({ when }: SeniorRule, coins: readonly Coin[]): number {
  if (when.amount.unit === 'usd') return 2;
  const [only] = when.assets.list;
  return coins.find((coin) => only && coinKey(coin) === coinKey(only))?.decimals ?? 0;
}

export function draftOf(rule: SeniorRule, coins: readonly Coin[]): Draft {
  const text = (units: string): string => (units === '' ? '' : fromUnits(BigInt(units), decimalsOf(rule, coins)));
  const { amount, calls } = rule.when;
  return { rule, over: text(amount.over), upTo: text(amount.upTo), calls: calls.map(callDraftOf) };
}

/** Base units of decimal text; undefined when it is no exact amount. */
export function unitsOfText(text: string, decimals: number): string | undefined {
  if (text === '') return '';
  try {
    return toUnits(text, decimals).toString();
  } catch {
    return undefined;
  }
}

/** What stands in the fields, as the rule it means. Fields that do not count in it are emptied. */
export function ruleOf({ rule, over, upTo, calls }: Draft, coins: readonly Coin[]): SeniorRule {
  const { when } = rule;
  const decimals = decimalsOf(rule, coins);
  const bounded = when.amount.unit !== 'none';
  const bound = (text: string): string => (bounded ? (unitsOfText(text.trim(), decimals) ?? '') : '');
  return {
    ...rule,
    name: rule.name.trim(),
    when: {
      ...when,
      assets: { ...when.assets, list: when.assets.mode === 'any' ? [] : when.assets.list },
      amount: { ...when.amount, over: bound(over), upTo: bound(upTo), hours: bounded ? when.amount.hours : '0' },
      destinations: {
        ...when.destinations,
        entries: when.destinations.mode === 'listed' ? when.destinations.entries : [],
      },
      calls: rule.type === 'transfer' ? [] : calls.map((call) => namedCallOf(call, coins)),
    },
    nodes: rule.action === 'flow' ? rule.nodes : [],
  };
}

function amountFault({ over, upTo }: Draft, rule: SeniorRule, decimals: number): Fault | undefined {
  if (rule.when.amount.unit === 'none') return undefined;
  const [low, high] = [over, upTo].map((text) => unitsOfText(text.trim(), decimals));
  if (low === undefined || high === undefined) return 'amount';
  if (low === '' && high === '') return 'needBound';
  if (low !== '' && high !== '' && BigInt(low) >= BigInt(high)) return 'order';
  return rule.action === 'pass' && high === '' ? 'passBound' : undefined;
}

function assetsFault({ when, type }: SeniorRule): Fault | undefined {
  const { mode, list } = when.assets;
  if (type === 'web3' && mode !== 'any' && list.some(({ contract }) => contract !== '')) return 'web3Asset';
  if (when.amount.unit === 'coin' && !(mode === 'only' && list.length === 1)) return 'coinOne';
  return mode !== 'any' && list.length === 0 ? 'pickAsset' : undefined;
}

function destinationsFault({ when, action }: SeniorRule): Fault | undefined {
  const { mode, entries } = when.destinations;
  if (mode === 'unknown' && action === 'pass') return 'passUnknown';
  if (mode !== 'unknown' && mode !== 'any' && action === 'refuse') return 'refuseKnown';
  return mode === 'listed' && entries.length === 0 ? 'pickEntry' : undefined;
}

/** What is wrong with the steps of a flow, before anybody asks who could take them. */
export function nodesFault(nodes: SeniorRule['nodes']): Fault | undefined {
  if (nodes.length === 0 || nodes.some(({ approvers }) => approvers.length === 0)) return 'pickApprovers';
  if (nodes.some(({ name }) => name.trim() === '')) return 'nodeName';
  const fits = ({ threshold, approvers }: SeniorRule['nodes'][number]): boolean =>
    /^\d+$/.test(threshold) && Number(threshold) >= 1 && Number(threshold) <= approvers.length;
  return nodes.every(fits) ? undefined : 'threshold';
}

/** What a contract moves is not in the amount: so an amount alone lets no call pass, and never an allowance. */
function callsFault({ calls }: Draft, rule: SeniorRule, coins: readonly Coin[]): Fault | undefined {
  if (rule.type === 'transfer') return undefined;
  const unread = calls.map((call) => callFault(call, coins)).find((fault) => fault !== undefined);
  if (unread || rule.action !== 'pass' || rule.when.amount.unit === 'none') return unread;
  const named = rule.when.calls.map(({ methods }) => methods);
  if (named.length === 0 || named.some((methods) => methods.length === 0)) return 'passCalls';
  return named.flat().some((method) => allowances.includes(method)) ? 'passAllowance' : undefined;
}

/** What is wrong, each at its field. */
export function faultsOf(draft: Draft, coins: readonly Coin[]): Faults {
  const rule = ruleOf(draft, coins);
  const found: Record<Field, Fault | undefined> = {
    name: rule.name === '' ? 'name' : undefined,
    amount: amountFault(draft, rule, decimalsOf(draft.rule, coins)),
    hours: /^(0|[1-9]\d?|[1-6]\d\d|7[01]\d|720)$/.test(rule.when.amount.hours) ? undefined : 'hours',
    assets: assetsFault(rule),
    destinations: destinationsFault(rule),
    calls: callsFault(draft, rule, coins),
    nodes: rule.action === 'flow' ? nodesFault(rule.nodes) : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as Faults;
}

/** The document that would be in force after a change, as the server makes it. */
export const nextOf = (current: PolicyDocument, change: Partial<PolicyDocument>): PolicyDocument =>
  inLowestVersion({
    ...current,
    ...change,
    version: String(BigInt(current.version) + 1n),
    prev: policyHash(current),
  });

/** The rules with this one in the place of its predecessor, or at the end. */
export function withRule(current: PolicyDocument, rule: SeniorRule): PolicyDocument {
  const known = current.senior.some(({ id }) => id === rule.id);
  const senior = known ? current.senior.map((one) => (one.id === rule.id ? rule : one)) : [...current.senior, rule];
  return nextOf(current, { senior });
}

/** What the signers would find unsound in the step; `unreadable` where it is no document at all. */
export function problemsOf(current: PolicyDocument, next: PolicyDocument): (PolicyProblem | 'unreadable')[] {
  try {
    return checkPolicyChange(current, draftPolicy(next));
  } catch (error) {
    if (error instanceof PolicyError) return ['unreadable'];
    throw error;
  }
}
