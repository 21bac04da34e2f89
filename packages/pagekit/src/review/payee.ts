import {
  type BookEntry,
  canonicalText,
  emptyBook,
  entryHash,
  isListedAt,
  type ListedEntry,
  type Output,
  parseBookChange,
} from '@holdfast/policy';
import type { Review } from './open.ts';

/** Reads one entry by the schema of the book: as the only addition of a change. */
function entryFrom(value: unknown): ListedEntry | undefined {
  try {
    const { entry, since } = value as { readonly entry: BookEntry; readonly since: unknown };
    if (typeof since !== 'number' || !Number.isSafeInteger(since) || since < 0) return undefined;
    const change = {
      v: '1',
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

/** Who is paid, as far as the address book tells; whether an own address is one, only who can derive it can tell. */
export type Payee =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'own'; readonly path: string }
  /** The signer told nothing of this entry. */
  | { readonly kind: 'untold'; readonly hash: string }
  /** `other`: the entry is for another address, memo, network or asset than is paid here. */
  | {
      readonly kind: 'entry';
      readonly label: string;
      readonly state: 'active' | 'cooling' | 'other';
      /** Epoch milliseconds from which it can be paid. */
      readonly from: number;
    };

const hourMs = 3_600_000;

export function payeeOf({ intent, policy, entries }: Review, output: Output, now: number): Payee {
  if (output.path !== '') return { kind: 'own', path: output.path };
  if (output.entry === '') return { kind: 'nobody' };
  const listed = entries.get(output.entry);
  if (!listed) return { kind: 'untold', hash: output.entry };
  const hours = Number(policy.book.coolingHours);
  const from = listed.since + hours * hourMs;
  const matches = isListedAt({ ...emptyBook, entries }, intent, output, hours, from);
  const state = !matches ? 'other' : now >= from ? 'active' : 'cooling';
  return { kind: 'entry', label: listed.entry.label, state, from };
}
