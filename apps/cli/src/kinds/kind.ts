import type { Review, SharesFacts } from '@holdfast/review';

/** What a terminal says of one kind of request. */
export interface KindInTerminal {
  /** The one sentence that says what happens. */
  readonly headline: (review: Review) => string;
  /** What is of its own, before the lines of every request. */
  readonly lines: (review: Review, now: number, facts: SharesFacts) => string[];
}
