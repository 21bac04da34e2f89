import type { AssetKey } from '@holdfast/policy';
import type { Fields } from './fields.ts';

/** USD per whole coin as decimal text, and when it was so: epoch milliseconds. */
export interface Dated {
  readonly usd: string;
  readonly at: number;
}
/** A price as it counts, with the name of the source that said it. */
export interface SourcedPrice extends Dated {
  readonly source: string;
}
export type Readings = ReadonlyMap<AssetKey, Dated>;

export interface Question {
  readonly headers: Readonly<Record<string, string>>;
  /** Posted where there is one. */
  readonly body?: string;
}
export interface AskLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}
/**
 * One call of the network, as each application makes it: no redirect is followed, and nothing is read beyond the limits.
 * @throws where no whole answer came
 */
export type Ask = (
  url: string,
  question: Question,
  limits: AskLimits,
) => Promise<{ readonly status: number; readonly text: string }>;

export interface Tools {
  readonly ask: Ask;
  readonly now: () => number;
}

/** Why a source said nothing that can be used. */
export const priceProblems = [
  'none',
  'waiting',
  'unreadable',
  'away',
  'badAnswer',
  'wrongNetwork',
  'incomplete',
  'stale',
] as const;
export type PriceProblem = (typeof priceProblems)[number];

/** A source said nothing that can be used. Never carries its address: that may hold a key. */
export class PriceError extends Error {
  readonly problem: PriceProblem;
  constructor(problem: PriceProblem, detail: string) {
    super(`${problem}: ${detail}`);
    this.name = 'PriceError';
    this.problem = problem;
  }
}

/** What every source has, whatever its kind. */
export interface CommonConfig {
  /** As people are told of it. */
  readonly name: string;
  /** What is older counts as no price. */
  readonly maxAgeMinutes: number;
}

/** A source at work. */
export interface LiveSource {
  /** Is it meant to say what the asset is worth? */
  names(asset: AssetKey): boolean;
  /** What it last said, however old; undefined where it said nothing. */
  last(asset: AssetKey): Dated | undefined;
  /** For how many assets it is asked, and how its last reading ended. */
  state(): { readonly assets: number; readonly newestAt: number | undefined; readonly problem: PriceProblem };
  /** Asks once more; sources of the disk are read whenever they are looked at. Never throws. */
  refresh?(): Promise<void>;
  readonly everyMs?: number;
}

/** One kind of source. */
export interface SourceKind<C extends CommonConfig> {
  readonly kind: string;
  /** @throws PriceConfigError naming the field */
  check(fields: Fields, at: string): C;
  open(config: C, tools: Tools): LiveSource;
}
