import type { Attached, Book, Intent, ListedEntry, PolicyDocument } from '@holdfast/policy';
import { payeesAlike } from '@holdfast/policy/look-alikes';

/** Most entries of one address that are told beside those that are named. */
const mostUnnamed = 5;
/** Most other payees that are told since their label looks like that of one who is paid. */
const mostAlike = 5;

/** For what names no entry: those of the address that is paid, on its network, so that people read what the book says of it. */
function unnamedEntries(book: Book, { chain, outputs }: Intent): string[] {
  const paid = new Set(outputs.filter(({ entry, path }) => entry === '' && path === '').map(({ address }) => address));
  if (paid.size === 0) return [];
  const isPaid = ({ entry }: ListedEntry): boolean => paid.has(entry.address) && entry.chains.includes(chain);
  // One without a memo says that none is needed, so it is never among those left out.
  const found = [...book.entries]
    .filter(([, listed]) => isPaid(listed))
    .sort(([, a], [, b]) => a.entry.memo.length - b.entry.memo.length)
    .map(([hash]) => hash);
  return found.slice(0, mostUnnamed * paid.size);
}

/** The entries that a request speaks of: paid, taken out, or named by a rule before or after a change. */
export function namedEntries(
  book: Book,
  intent: Intent,
  { next, book: change }: Attached,
  policy: PolicyDocument,
): ListedEntry[] {
  const ofRules = next ? [...policy.senior, ...next.senior].flatMap(({ when }) => when.destinations.entries) : [];
  const paid = [...intent.outputs.map(({ entry }) => entry), ...unnamedEntries(book, intent)];
  const hashes = new Set([...paid, ...(change?.remove ?? []), ...ofRules]);
  const named = [...hashes].flatMap((hash) => book.entries.get(hash) ?? []);
  const payees = paid.flatMap((hash) => book.entries.get(hash) ?? []);
  // So that people read that there is another one of that name.
  const alike = payees.flatMap((payee) => payeesAlike(book.entries, payee).slice(0, mostAlike));
  return [...new Set([...named, ...alike])];
}
