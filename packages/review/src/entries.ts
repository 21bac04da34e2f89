import {
  type BookEntry,
  bookVersionFor,
  canonicalText,
  entryHash,
  type ListedEntry,
  parseBookChange,
} from '@holdfast/policy';

/** Reads one entry by the schema of the book: as the only addition of a change. */
function entryFrom(value: unknown): ListedEntry | undefined {
  try {
    const { entry, since } = value as { readonly entry: BookEntry; readonly since: unknown };
    if (typeof since !== 'number' || !Number.isSafeInteger(since) || since < 0) return undefined;
    const change = {
      v: bookVersionFor([entry]),
      domain: 'holdfast/book/v1',
      deployment: '0'.repeat(64),
      prev: '',
      add: [entry],
      remove: [],
    };
    const [read] = parseBookChange(canonicalText(change)).add;
    return read && { entry: read, since };
  } catch {
    return undefined;
  }
}

/** Entries under the hash that they have, not one that somebody says they have; what is no entry is left out. */
export function knownEntries(list: unknown): ReadonlyMap<string, ListedEntry> {
  const read = (Array.isArray(list) ? list : []).flatMap((value: unknown) => entryFrom(value) ?? []);
  return new Map(read.map((listed) => [entryHash(listed.entry), listed]));
}
