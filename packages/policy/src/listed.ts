import type { Book, ListedEntry } from './book.ts';
import type { Intent, Output } from './intent.ts';
import { hourMs } from './spendings.ts';

/** Is the entry that this output names one for exactly this payment, and cooled down? */
export function isListedAt(book: Book, intent: Intent, output: Output, coolingHours: number, now: number): boolean {
  const listed = book.entries.get(output.entry);
  if (!listed || now < listed.since + coolingHours * hourMs) return false;
  const { chains, address, memo, assets } = listed.entry;
  const sameAsset = assets.length === 0 || assets.includes(intent.asset.contract);
  return chains.includes(intent.chain) && address === output.address && memo === output.memo && sameAsset;
}

/** Entries for an address on a chain, whatever their memos and assets. */
const entriesAt = (entries: Iterable<ListedEntry>, chain: string, address: string): ListedEntry[] =>
  [...entries].filter(({ entry }) => entry.address === address && entry.chains.includes(chain));

/**
 * An entry for an address that is listed with memos alone: who is there cannot tell without one whose a payment is, so it needs one. Undefined where an entry
 * without a memo says that it can be paid so. New entries count at once.
 */
export function memoEntry(entries: Iterable<ListedEntry>, chain: string, address: string): ListedEntry | undefined {
  const there = entriesAt(entries, chain, address);
  return there.every(({ entry }) => entry.memo) ? there[0] : undefined;
}
