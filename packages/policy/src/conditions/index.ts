import { isSame, PolicyError } from '../canonical.ts';
import type { RuleFacts } from '../rule-facts.ts';
import type { RuleAction, RuleType } from '../rule-type.ts';
import { type Check, record } from '../schema.ts';
import { amount } from './amount.ts';
import { args } from './args.ts';
import { assets } from './assets.ts';
import { calls } from './calls.ts';
import type { Asked, Condition, ConditionProblem, Match, Place } from './condition.ts';
import { deploys } from './deploys.ts';
import { destinations } from './destinations.ts';
import { initiators } from './initiators.ts';
import { loss } from './loss.ts';
import { messages } from './messages.ts';
import { nfts } from './nfts.ts';
import { wallets } from './wallets.ts';

/** Versions of policy documents, the oldest first. A document is written in the lowest that can say it. */
export const policyVersions = ['1', '2', '3', '4'] as const;
export type PolicyVersion = (typeof policyVersions)[number];
type FirstVersion = (typeof policyVersions)[0];

/** Every condition that a senior rule can have, in the order in which documents have them. */
export const conditions = {
  initiators,
  wallets,
  assets,
  amount,
  destinations,
  calls,
  messages,
  args,
  deploys,
  loss,
  nfts,
};

export type ConditionName = keyof typeof conditions;
type Values = { [N in ConditionName]: (typeof conditions)[N]['empty'] };
type Since<N extends ConditionName> = (typeof conditions)[N]['since'];
type FirstName = { [N in ConditionName]: Since<N> extends FirstVersion ? N : never }[ConditionName];
/**
 * When a rule applies: every condition has to hold. Those of the first version are always there, since its documents spell them all; a later one that
 * is left out is none.
 */
export type RuleCondition = { [N in FirstName]: Values[N] } & { [N in Exclude<ConditionName, FirstName>]?: Values[N] };
type Table = { readonly [N in ConditionName]: Condition<Values[N], PolicyVersion, RuleCondition> };

const table: Table = conditions;
export const conditionNames = Object.keys(conditions) as ConditionName[];
/** Those that ask nothing of the facts come first: they are the cheap ones. */
const byCost = [0, 1].flatMap((asking) =>
  conditionNames.filter((name) => Math.sign(table[name].facts.length) === asking),
);

/** What a rule says of one condition; the value that means none where it says nothing. */
export function conditionOf<N extends ConditionName>(when: RuleCondition, name: N): Values[N] {
  const given: Partial<Values> = when;
  return given[name] ?? table[name].empty;
}

const ageOf = (name: ConditionName): number => policyVersions.indexOf(table[name].since);
const firstNames = conditionNames.filter((name) => ageOf(name) === 0);
const isSaid = (when: RuleCondition, name: ConditionName): boolean =>
  !isSame(conditionOf(when, name), table[name].empty);

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

/** No condition at all: the rule speaks of every transaction of its type. */
export const unconditional = deepFreeze(
  Object.fromEntries(firstNames.map((name) => [name, table[name].empty])),
) as RuleCondition;

/** A rule as its conditions see it. */
interface Conditional {
  readonly type: RuleType;
  readonly action: RuleAction;
  readonly when: RuleCondition;
}

/** Do all conditions of a rule hold? One that does not settles it, whatever is not known of the others. */
export function matchConditions(rule: Conditional, asked: Asked, facts: RuleFacts): Match {
  let all: Match = 'yes';
  const matchOne = <N extends ConditionName>(name: N): Match =>
    table[name].match(conditionOf(rule.when, name), asked, rule, facts);
  for (const name of byCost) {
    const match = matchOne(name);
    if (match === 'no') return 'no';
    if (match === 'perhaps') all = 'perhaps';
  }
  return all;
}

/** May one rule's conditions become the other's in a change that only takes away? */
export function notLooserConditions(before: RuleCondition, after: RuleCondition): boolean {
  const notLooser = <N extends ConditionName>(name: N): boolean =>
    table[name].notLooser(conditionOf(before, name), conditionOf(after, name));
  return conditionNames.every(notLooser);
}

/** Does a rule lose transactions to those behind it when fewer payees are listed, or take some from them? */
export function whenFewerListed(when: RuleCondition): { readonly loses: boolean; readonly gains: boolean } {
  const effect = <N extends ConditionName>(name: N): 'same' | 'fewer' | 'more' =>
    table[name].whenFewerListed(conditionOf(when, name));
  const effects = conditionNames.map(effect);
  return { loses: effects.includes('fewer'), gains: effects.includes('more') };
}

/** Every contract that the conditions of a rule name. */
export function placesOf(when: RuleCondition): Place[] {
  const placesIn = <N extends ConditionName>(name: N): readonly Place[] => table[name].places(conditionOf(when, name));
  return conditionNames.flatMap(placesIn);
}

/** @param askers `member:ID` and `role:ROLE` of who may be named as asking */
export function conditionProblems(rule: Conditional, askers: ReadonlySet<string>): ConditionProblem[] {
  const problemsOf = <N extends ConditionName>(name: N): ConditionProblem[] =>
    table[name].problems(conditionOf(rule.when, name), rule, askers);
  const found = new Set(conditionNames.flatMap(problemsOf));
  return (['badCondition', 'unknownInitiator'] as const).filter((problem) => found.has(problem));
}

const fieldsOf = (names: readonly ConditionName[]): Record<string, Check<unknown>> =>
  Object.fromEntries(names.map((name) => [name, table[name].schema]));

/** Of these conditions, the needed ones and whichever else are there. */
function readSome(allowed: readonly ConditionName[], needed: readonly ConditionName[]): Check<Partial<Values>> {
  return (value, at) => {
    const there = allowed.filter((name) => needed.includes(name) || Object.hasOwn(Object(value), name));
    return record(fieldsOf(there))(value, at) as Partial<Values>;
  };
}

const spelled = (given: Partial<Values>): RuleCondition => ({ ...unconditional, ...given });

/**
 * Reads the conditions of a rule in a document of this version. The first spells all it has. Later ones leave out what is no condition, in one way only:
 * spelling it is refused.
 */
export function readConditions(version: PolicyVersion): Check<RuleCondition> {
  const age = policyVersions.indexOf(version);
  const allowed = conditionNames.filter((name) => ageOf(name) <= age);
  const read = readSome(allowed, age === 0 ? firstNames : []);
  return (value, at) => {
    const given = read(value, at);
    const when = spelled(given);
    const idle = age > 0 && allowed.find((name) => Object.hasOwn(given, name) && !isSaid(when, name));
    if (idle) throw new PolicyError('badField', `${at}.${idle}`);
    return when;
  };
}

/** Reads conditions as they stand in files and requests, which have no version: those of the first are spelled, later ones where they are any. */
export const readAnyConditions: Check<RuleCondition> = (value, at) =>
  spelled(readSome(conditionNames, firstNames)(value, at));

/** Of some conditions, those that a rule has and versions up to this one have no words for. */
const laterThan = (when: RuleCondition, age: number): ConditionName[] =>
  conditionNames.filter((name) => ageOf(name) > age && isSaid(when, name));

/** The conditions as a document of this version says them. @throws PolicyError inconsistent for one that it has no words for, or that nobody knows */
export function writeConditions(when: RuleCondition, version: PolicyVersion): Partial<RuleCondition> {
  const age = policyVersions.indexOf(version);
  const unknown = Object.keys(when).find((name) => !Object.hasOwn(conditions, name));
  const unspeakable = unknown ?? laterThan(when, age)[0];
  if (unspeakable) throw new PolicyError('inconsistent', unspeakable);
  const written = age === 0 ? firstNames : conditionNames.filter((name) => isSaid(when, name));
  return Object.fromEntries(written.map((name) => [name, conditionOf(when, name)]));
}

/** The lowest version of policy documents that can say all of these. */
export function versionFor(all: readonly RuleCondition[]): PolicyVersion {
  const ages = all.flatMap((when) => laterThan(when, 0).map(ageOf));
  return policyVersions[Math.max(0, ...ages)] ?? policyVersions[0];
}
