import type { Heard } from './heard.ts';

/** By the sentence alone: does the rule speak of it? */
export type Answer = 'yes' | 'no' | 'perhaps';
export const answerIf = (holds: boolean): Answer => (holds ? 'yes' : 'no');

/** A transaction as people see it. */
export interface Deed {
  readonly type: 'transfer' | 'web3' | 'trade';
  readonly wallet: string;
  readonly initiator: string;
  readonly role: string;
  readonly chain: string;
  /** As its network writes it; '' is the coin. */
  readonly contract: string;
  readonly decimals: number;
  readonly units: bigint;
  /** USD per whole coin. */
  readonly price: string | undefined;
  /** The most that it may cost, in base units of the chain's coin. */
  readonly fee: { readonly units: bigint; readonly decimals: number; readonly price: string | undefined };
  /** What a swap brings back at least; undefined where nobody says so. */
  readonly brings:
    | {
        readonly contract: string;
        readonly units: bigint;
        readonly decimals: number;
        readonly price: string | undefined;
      }
    | undefined;
  /** Do its coins only become stake? */
  readonly staked: boolean;
  readonly payees: readonly { readonly entry: string; readonly own: boolean; readonly listed: boolean }[];
  /** undefined: not known. */
  readonly calls: readonly { readonly contract: string; readonly method: string }[] | undefined;
  /** What was paid before it. */
  readonly past: readonly Past[];
}
export interface Past {
  readonly hoursAgo: number;
  readonly wallet: string;
  readonly member: string;
  readonly chain: string;
  readonly contract: string;
  readonly units: bigint;
  readonly cents: bigint | undefined;
  readonly fee: { readonly units: bigint; readonly cents: bigint | undefined };
}

/**
 * What one condition's part of a sentence means to who reads it, written down apart from what signers do with the condition.
 * @param said the words of this condition, in the order of the sentence; none where it is silent
 * @param all the whole sentence, for a part that another one explains
 */
export type Reading = (said: readonly Heard[], deed: Deed, all: readonly Heard[]) => Answer;
