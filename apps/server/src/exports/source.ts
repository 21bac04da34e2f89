import type { Endpoint, ExportList, Input } from '@holdfast/contract';
import type { MemberCaller } from '../http/context.ts';

/** What the interface calls things, by key; what has no word is called by the fallback. */
export type Say = (key: string, fallback: string) => string;

export interface ExportRow {
  /** In the order of the columns. */
  readonly cells: readonly string[];
  /** As the list's own reply has it; made when it is asked for. */
  readonly wire: () => unknown;
}
export interface ExportPart {
  readonly rows: readonly ExportRow[];
  /** Where the next part begins, as JSON; undefined behind the last row. */
  readonly next: unknown;
}
/** What is asked of a list: the rows that its filter lets through for this reader, as far as they were there at a moment. */
export interface ExportAsk<I> {
  readonly input: I;
  readonly caller: MemberCaller;
  readonly askedAt: Date;
  /** What `count` said of it. */
  readonly upTo: number | null;
}
export interface Counted {
  readonly total: number;
  /** The last number that there was, where rows that come later may tell of an earlier time. */
  readonly upTo?: number;
}

interface Definition<E extends Endpoint, Place> {
  readonly list: ExportList;
  /** The list itself: whoever may call it may export it, and its input is the filter. */
  readonly endpoint: E;
  /** Names of the columns, in order. */
  readonly columns: readonly string[];
  readonly count: (ask: ExportAsk<Input<E>>) => Promise<Counted>;
  /** At most `size` rows behind a place, in an order that nothing changes: no row twice, and none left out. */
  readonly read: (ask: ExportAsk<Input<E>>, after: Place | undefined, size: number, say: Say) => Promise<ExportPart>;
}
/** A list that can be taken out whole. */
export type ExportSource = Definition<Endpoint, unknown>;

/** Each list knows what its own filter and places are; whoever runs exports hands both back as they came. */
export const exportSource = <E extends Endpoint, Place>(source: Definition<E, Place>): ExportSource =>
  source as unknown as ExportSource;
