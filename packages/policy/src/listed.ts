import type { Book, ListedEntry } from './book.ts';
import { outflowsOf } from './call/statement.ts';
import { type Intent, isCall, isMessage, type Output } from './intent.ts';
import { hourMs } from './spendings.ts';

/** Contracts of what leaves: an entry has to be good for all of that. */
function assetsOf(intent: Intent): string[] {
  if (!isCall(intent) && !isMessage(intent)) return [intent.asset.contract];
  const tokens = outflowsOf(intent).map(({ contract }) => contract);
  return intent.outputs[0]?.amount === '0' ? tokens : [intent.asset.contract, ...tokens];
}

/** Is the entry that this output names one for exactly this payment, and cooled down? */
export function isListedAt(book: Book, intent: Intent, output: Output, coolingHours: number, now: number): boolean {
  const listed = book.entries.get(output.entry);
  if (!listed || now < listed.since + coolingHours * hourMs) return false;
  const { chains, address, memo, assets } = listed.entry;
  const sameAsset = assets.length === 0 || assetsOf(intent).every((contract) => assets.includes(contract));
  return chains.includes(intent.chain) && address === output.address && memo === output.memo && sameAsset;
}

/** Entries for an address on a chain, whatever their memos and assets. */
const entriesAt = (entries: Iterable<ListedEntry>, chain: string, address: string): ListedEntry[] =>
  [...entries].filter(({ entry }) => entry.address === address && entry.chains.includes(chain));

/** The methods that members agreed on for a contract, by every entry of it that has cooled down: what is listed today is read by nobody yet. */
export const methodsAt = (
  book: Book,
  { chain }: Intent,
  { address }: Output,
  coolingHours: number,
  now: number,
): string[] =>
  entriesAt(book.entries.values(), chain, address).flatMap(({ entry, since }) =>
    now < since + coolingHours * hourMs ? [] : (entry.methods ?? []),
  );

/**
 * An entry for an address that is listed with memos alone: who is there cannot tell without one whose a payment is, so it needs one. Undefined where an entry
 * without a memo says that it can be paid so. New entries count at once.
 */
export function memoEntry(entries: Iterable<ListedEntry>, chain: string, address: string): ListedEntry | undefined {
  const there = entriesAt(entries, chain, address);
  return there.every(({ entry }) => entry.memo) ? there[0] : undefined;
}
