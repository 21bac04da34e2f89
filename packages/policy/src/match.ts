import type { Member, PolicyDocument } from './document.ts';
import { type AssetKey, assetKey, type Facts } from './facts.ts';
import { roleIn } from './flow.ts';
import type { Intent } from './intent.ts';
import type { RuleCondition, RuleType, SeniorRule } from './senior.ts';
import { centsOf } from './value.ts';

/** A contract call as a rule sees it. */
export interface Call {
  readonly chain: string;
  readonly contract: string;
  /** 4-byte selector, `0x…`, or '' for none. */
  readonly method: string;
}

/** What an intent is to the rules about payments. */
export interface Subject {
  readonly type: RuleType;
  readonly intent: Intent;
  readonly initiator: Member | undefined;
  readonly asset: AssetKey;
  readonly units: bigint;
  readonly calls: readonly Call[];
}

export const unitsOf = (intent: Intent): bigint =>
  intent.outputs.reduce((sum, output) => sum + BigInt(output.amount), 0n);

export const subjectOf = (policy: PolicyDocument, intent: Intent): Subject => ({
  type: 'transfer',
  intent,
  initiator: policy.members.find(({ id }) => id === intent.initiator),
  asset: assetKey(intent.chain, intent.asset.contract),
  units: unitsOf(intent),
  calls: [],
});

type Part = (when: RuleCondition, subject: Subject, facts: Facts) => boolean;

const initiators: Part = ({ initiators: wanted }, { initiator, intent }) =>
  wanted.length === 0 ||
  (initiator !== undefined &&
    (wanted.includes(`member:${initiator.id}`) || wanted.includes(`role:${roleIn(initiator, intent.wallet)}`)));

const wallets: Part = ({ wallets: wanted }, { intent }) => wanted.length === 0 || wanted.includes(intent.wallet);

type Counts = (asset: AssetKey) => boolean;
/** By conditions that cannot change any more, since they are frozen. */
const known = new WeakMap<RuleCondition, Counts>();

/** Which assets the rule speaks of. The same function each time for the same frozen condition, so that a window can be known by it. */
export function countsOf(when: RuleCondition): Counts {
  const before = known.get(when);
  if (before) return before;
  const { mode, list } = when.assets;
  const named = new Set(list.map(({ chain, contract }) => assetKey(chain, contract)));
  const counts: Counts = (asset) => mode === 'any' || named.has(asset) === (mode === 'only');
  if (Object.isFrozen(when)) known.set(when, counts);
  return counts;
}

const destinations: Part = ({ destinations: { mode, entries } }, { intent }, facts) => {
  const known = (output: Intent['outputs'][number]): boolean =>
    facts.isInternal(intent, output) || facts.isListed(intent, output);
  if (mode === 'internal') return intent.outputs.every((output) => facts.isInternal(intent, output));
  if (mode === 'known') return intent.outputs.every(known);
  if (mode === 'listed')
    return intent.outputs.every((output) => entries.includes(output.entry) && facts.isListed(intent, output));
  return mode === 'any' || !intent.outputs.every(known);
};

const calls: Part = ({ calls: wanted }, subject) =>
  wanted.length === 0 ||
  (subject.calls.length > 0 &&
    subject.calls.every((call) =>
      wanted.some(
        ({ chain, contract, methods }) =>
          chain === call.chain && contract === call.contract && (methods.length === 0 || methods.includes(call.method)),
      ),
    ));

/** In cents; undefined is unknown. */
type Worth = () => bigint | undefined;

/** Asked by every rule in USD, found once. */
function worthOf({ intent, asset, units }: Subject, facts: Facts): Worth {
  let found: { readonly cents: bigint | undefined } | undefined;
  return () => {
    if (found) return found.cents;
    const price = facts.price(asset);
    found = { cents: price === undefined ? undefined : centsOf(units, Number(intent.asset.decimals), price) };
    return found.cents;
  };
}

/** How much this is to the rule, window included; undefined is unknown. */
function amountOf(when: RuleCondition, { intent, units }: Subject, worth: Worth, facts: Facts): bigint | undefined {
  const { unit, hours, scope } = when.amount;
  const own = unit === 'coin' ? units : worth();
  if (own === undefined || hours === '0') return own;
  const { wallet, initiator: member, id: except } = intent;
  const before = facts.spent({ hours: Number(hours), scope, wallet, member, counts: countsOf(when), except });
  const spent = unit === 'coin' ? before?.units : before?.cents;
  return spent === undefined ? undefined : own + spent;
}

/** `perhaps`: its value is not known. */
type Match = 'yes' | 'no' | 'perhaps';

function amountMatch(when: RuleCondition, subject: Subject, worth: Worth, facts: Facts): Match {
  const { unit, over, upTo } = when.amount;
  if (unit === 'none') return 'yes';
  const value = amountOf(when, subject, worth, facts);
  if (value === undefined) return 'perhaps';
  return (over === '' || value > BigInt(over)) && (upTo === '' || value <= BigInt(upTo)) ? 'yes' : 'no';
}

/** The cheap questions first; how much it is comes last. */
const parts: readonly Part[] = [
  initiators,
  wallets,
  (when, { asset }) => when.assets.mode === 'any' || countsOf(when)(asset),
  calls,
  destinations,
];

/** Does this rule speak of this transaction? */
function matchOf(rule: SeniorRule, subject: Subject, worth: Worth, facts: Facts): Match {
  if (rule.enabled === 'off' || rule.type !== subject.type) return 'no';
  for (const part of parts) if (!part(rule.when, subject, facts)) return 'no';
  return amountMatch(rule.when, subject, worth, facts);
}

export interface Matching {
  /** The rules that may be the first that matches, in order. */
  readonly rules: readonly SeniorRule[];
  /** Does the last of them match for sure? Else the basic strategy may be what decides. */
  readonly certain: boolean;
}

/** The first rule that matches; where values are not known, every rule that it might be. */
export function firstMatches(policy: PolicyDocument, subject: Subject, facts: Facts): Matching {
  const rules: SeniorRule[] = [];
  const worth = worthOf(subject, facts);
  for (const rule of policy.senior) {
    const match = matchOf(rule, subject, worth, facts);
    if (match !== 'no') rules.push(rule);
    if (match === 'yes') return { rules, certain: true };
  }
  return { rules, certain: false };
}
