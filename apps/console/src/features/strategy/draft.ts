import { fromUnits, toUnits } from '@holdfast/money';
import {
  assetKey,
  beginsDifferent,
  draftPolicy,
  type Flow,
  type IntentKind,
  inLowestVersion,
  type PolicyDocument,
  PolicyError,
  policyHash,
  type RuleType,
  type SeniorRule,
  unconditional,
} from '@holdfast/policy';
import { eip55 } from '@holdfast/policy/selector';
import { checkNewPolicy, type NewPolicyProblem } from '@holdfast/policy/spelling';
import { type CallDraft, callDraftOf, namedCallOf } from './calls.ts';

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

/** What is wrong with a draft, by field. */
export type Faults = Readonly<Record<string, string | undefined>>;

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
export function decimalsOf({ when }: SeniorRule, coins: readonly Coin[]): number {
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

/** The flow asking for different pages, or for none. */
export function asking<T extends Flow>(flow: T, different: boolean): T {
  const { pages: _, ...rest } = flow;
  return (different ? { ...rest, pages: 'different' } : rest) as T;
}

/**
 * The flow with other steps. What it asks of pages follows what such a flow begins with, for as long as nobody has chosen otherwise.
 * @param kinds what goes by it
 */
export function withSteps<T extends Flow>(
  policy: PolicyDocument,
  flow: T,
  nodes: T['nodes'],
  kinds: readonly IntentKind[] = ['transfer'],
): T {
  const next = { ...flow, nodes };
  const follows = (flow.pages === 'different') === beginsDifferent(policy, flow, kinds);
  return follows ? asking(next, beginsDifferent(policy, next, kinds)) : next;
}

type Named = NonNullable<SeniorRule['when']['messages']>[number];
/** In its one spelling; what is none stays as it is. */
const spelled = ({ chain, contract, types }: Named): Named => ({
  chain,
  contract: eip55(contract) ?? contract.trim(),
  types: [...new Set(types.map((type) => type.trim()).filter((type) => type !== ''))],
});

type Nfts = NonNullable<SeniorRule['when']['nfts']>;
/** A window counts where there is a bound, and its scope where there is a window. */
function nftsMeant(nfts: Nfts): Nfts {
  const collections = nfts.collections.map(({ chain, contract }) => ({
    chain,
    contract: eip55(contract.trim()) ?? contract.trim(),
  }));
  const hours = nfts.over + nfts.upTo === '' ? '0' : nfts.hours;
  return { ...nfts, collections, hours, scope: hours === '0' ? 'wallet' : nfts.scope };
}

/** What stands in the fields, as the rule it means. Fields that do not count in it are emptied. */
export function ruleOf({ rule, over, upTo, calls }: Draft, coins: readonly Coin[]): SeniorRule {
  const { messages = [], args = [], deploys = [], loss, nfts, ...when } = rule.when;
  const decimals = decimalsOf(rule, coins);
  const bounded = when.amount.unit !== 'none';
  const bound = (text: string): string => (bounded ? (unitsOfText(text.trim(), decimals) ?? '') : '');
  return {
    ...asking(rule, rule.action === 'flow' && rule.pages === 'different'),
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
      ...(rule.type === 'trade' && loss && loss.over + loss.upTo !== '' ? { loss } : {}),
      ...(rule.type === 'web3' && messages.length > 0 ? { messages: messages.map(spelled) } : {}),
      ...(rule.type !== 'transfer' && args.length > 0 ? { args } : {}),
      ...(rule.type === 'web3' && deploys.length > 0 ? { deploys } : {}),
      ...(rule.type === 'web3' && nfts && nfts.collections.length > 0 ? { nfts: nftsMeant(nfts) } : {}),
    },
    nodes: rule.action === 'flow' ? rule.nodes : [],
  };
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
export function problemsOf(current: PolicyDocument, next: PolicyDocument): (NewPolicyProblem | 'unreadable')[] {
  try {
    return checkNewPolicy(current, draftPolicy(next));
  } catch (error) {
    if (error instanceof PolicyError) return ['unreadable'];
    throw error;
  }
}
