/** What is asked of whoever follows inscriptions, and how they answer. */

/** An output of ours, with the block that it is in. */
export interface Placed {
  readonly txid: string;
  readonly vout: number;
  readonly height: number;
}
export const keyOf = ({ txid, vout }: Pick<Placed, 'txid' | 'vout'>): string => `${txid}:${vout}`;

/** What lies on outputs, by `txid:vout`: ids of inscriptions, or `other` for what is no inscription and no coin either. What is missing nobody knows. */
export type Contents = ReadonlyMap<string, readonly string[]>;

/** Of one tick at one address, base units of 10^-18. */
export interface TickBalance {
  readonly available: bigint;
  readonly transferable: bigint;
}
