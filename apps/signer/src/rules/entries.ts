import type { Attached, Book, Intent, ListedEntry, PolicyDocument } from '@holdfast/policy';

/** The entries that a request speaks of: paid, taken out, or named by a rule before or after a change. */
export function namedEntries(
  book: Book,
  intent: Intent,
  { next, book: change }: Attached,
  policy: PolicyDocument,
): ListedEntry[] {
  const ofRules = next ? [...policy.senior, ...next.senior].flatMap(({ when }) => when.destinations.entries) : [];
  const hashes = new Set([...intent.outputs.map(({ entry }) => entry), ...(change?.remove ?? []), ...ofRules]);
  return [...hashes].flatMap((hash) => book.entries.get(hash) ?? []);
}
