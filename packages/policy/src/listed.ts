import type { Book } from './book.ts';
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
