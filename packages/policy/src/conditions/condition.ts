import type { AssetKey, RuleFacts } from '../rule-facts.ts';
import type { RuleAction, RuleType } from '../rule-type.ts';
import type { Check } from '../schema.ts';
import type { Subject } from '../subject.ts';

/** `perhaps`: what it asks about is not known, or it speaks of a part only. It counts against the transaction. */
export type Match = 'yes' | 'no' | 'perhaps';
export const matchIf = (holds: boolean): Match => (holds ? 'yes' : 'no');

/**
 * Of something that a transaction has several of, and a rule names some. A rule that names all speaks of the transaction, one that names none does not. One that
 * names a part has to be satisfied together with what stands behind it; one that lets pass speaks only of what it names whole.
 */
export function matchPart(named: number, all: number, action: RuleAction): Match {
  if (named === 0) return 'no';
  if (named === all) return 'yes';
  return action === 'pass' ? 'no' : 'perhaps';
}

/** An amount that a transaction moves, with its worth in cents; undefined is unknown. */
export interface Moving {
  readonly asset: AssetKey;
  readonly units: bigint;
  readonly worth: () => bigint | undefined;
}

/** A transaction with what every rule would have to find again. */
export interface Asked extends Subject {
  /** `member:ID` and `role:ROLE` of who asks, as conditions name people; none for who is no member. */
  readonly names: readonly string[];
  /** Its amounts, one of an asset: several only of a call by which tokens leave. */
  readonly moving: readonly [Moving, ...Moving[]];
  /** What its fee is worth in cents; undefined is unknown. */
  readonly feeWorth: () => bigint | undefined;
  /** How much less it brings than it gives, in hundredths of a percent; undefined is unknown, and of all that says nothing of what comes. */
  readonly loss: () => bigint | undefined;
}

/** The rule that a condition belongs to, with the other conditions that it looks at. */
export interface RuleAround<Others> {
  readonly type: RuleType;
  readonly action: RuleAction;
  readonly when: Others;
}

/** Why a condition makes a document unsound. */
export type ConditionProblem = 'badCondition' | 'unknownInitiator';
export const badIf = (unsound: boolean): ConditionProblem[] => (unsound ? ['badCondition'] : []);

/** A contract on a chain, or the chain's own coin (''). */
export interface Place {
  readonly chain: string;
  readonly contract: string;
}

/**
 * One condition of a senior rule. Everything that rules, changes and documents do with it is said here.
 * @typeParam V its value in a document @typeParam Since the version of policy documents that has it first
 * @typeParam Others the other conditions of the same rule that it looks at
 */
export interface Condition<V, Since extends string = '1', Others = unknown> {
  readonly since: Since;
  readonly schema: Check<V>;
  /** The value that means no condition; one that is left out is this. */
  readonly empty: V;
  /** What it asks of the signer's own facts. Conditions that ask nothing are looked at first. */
  readonly facts: readonly (keyof RuleFacts)[];
  /** Does it hold for this transaction? */
  readonly match: (wanted: V, asked: Asked, rule: RuleAround<Others>, facts: RuleFacts) => Match;
  /** May a change from the first value to the second be part of a change that only takes away, whatever the rule does? */
  readonly notLooser: (before: V, after: V) => boolean;
  /** Does a rule with it speak of fewer or of more transactions when fewer payees are listed? */
  readonly whenFewerListed: (wanted: V) => 'same' | 'fewer' | 'more';
  /** The contracts that it names. */
  readonly places: (wanted: V) => readonly Place[];
  /** @param askers `member:ID` and `role:ROLE` of who may be named as asking */
  readonly problems: (wanted: V, rule: RuleAround<Others>, askers: ReadonlySet<string>) => ConditionProblem[];
}
