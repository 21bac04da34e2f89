import {
  emptyBook,
  type Intent,
  isListedAt,
  type ListedEntry,
  listedUntil,
  memoEntry,
  movesStake,
  type Output,
  payableFrom,
} from '@holdfast/policy';
import { payeesAlike } from '@holdfast/policy/look-alikes';
import type { Review } from './open.ts';

/** Who is paid, as far as the address book tells; whether an own address is one, only who can derive it can tell. */
export type Payee =
  /** `from`: a whitelist that was switched off is held to until then. */
  | { readonly kind: 'nobody'; readonly from: number | undefined }
  | { readonly kind: 'own'; readonly path: string }
  /** The signer told nothing of this entry. */
  | { readonly kind: 'untold'; readonly hash: string }
  /**
   * `other`: the entry is for another address, memo, network or asset than is paid here; also one for this address with a memo, where there is none. `unnamed`: it is for exactly this, but the request does not name it,
   * since it did not count yet when that was made; the rules go by what is named.
   */
  | {
      readonly kind: 'entry';
      readonly label: string;
      readonly state: 'active' | 'cooling' | 'other' | 'unnamed';
      /** Epoch milliseconds from which it is taken for listed, and so from when it can be paid, unless it can be before. */
      readonly from: number;
      /** Epoch milliseconds from which it can be paid before that, since not everybody who is paid has to be listed. */
      readonly paidFrom: number | undefined;
    };

/** While the whitelist is off a payee is paid whether listed or not; one that was switched off lately is held to for a while. */
function paidBefore({ policy, graceRules }: Review, from: number, now: number): number | undefined {
  if (policy.book.mode === 'on') return undefined;
  const begin = listedUntil(policy.book, graceRules, now) ?? now;
  return begin < from ? begin : undefined;
}

/** The entry for exactly what is paid here, though the request names none. */
function unnamedEntry(entries: Review['entries'], intent: Intent, output: Output): ListedEntry | undefined {
  const found = [...entries].find(([hash, { since }]) =>
    isListedAt({ ...emptyBook, entries }, intent, { ...output, entry: hash }, 0, since),
  );
  return found?.[1];
}

function unnamed(review: Review, output: Output, now: number): Payee {
  const { intent, policy, entries, graceRules } = review;
  const held = listedUntil(policy.book, graceRules, now);
  const needsMemo = output.memo === '' && !movesStake(intent);
  const needing = needsMemo ? memoEntry(entries.values(), intent.chain, output.address) : undefined;
  const listed = needing ?? (held === undefined ? unnamedEntry(entries, intent, output) : undefined);
  if (!listed) return { kind: 'nobody', from: held };
  const from = payableFrom(listed.since, policy.book, graceRules);
  const state = needing ? 'other' : now >= from ? 'unnamed' : 'cooling';
  return { kind: 'entry', label: listed.entry.label, state, from, paidFrom: paidBefore(review, from, now) };
}

export function payeeOf(review: Review, output: Output, now: number): Payee {
  const { intent, policy, entries, graceRules } = review;
  if (output.path !== '') return { kind: 'own', path: output.path };
  if (output.entry === '') return unnamed(review, output, now);
  const listed = entries.get(output.entry);
  if (!listed) return { kind: 'untold', hash: output.entry };
  const from = payableFrom(listed.since, policy.book, graceRules);
  const matches = isListedAt({ ...emptyBook, entries }, intent, output, 0, from);
  const state = !matches ? 'other' : now >= from ? 'active' : 'cooling';
  return { kind: 'entry', label: listed.entry.label, state, from, paidFrom: paidBefore(review, from, now) };
}

interface Namesakes {
  readonly label: string;
  /** Addresses of the others, as they are written in the book. */
  readonly others: readonly string[];
}

/** Of each payee that is paid by the book and shares its name, or a look-alike of it, with other payees on this network: whom it could be taken for. */
export function namesakesOf({ intent, entries }: Pick<Review, 'intent' | 'entries'>): Namesakes[] {
  const paid = new Set(intent.outputs.filter(({ path }) => path === '').map(({ address }) => address));
  const payees = [...entries.values()].filter(
    ({ entry }) => paid.has(entry.address) && entry.chains.includes(intent.chain),
  );
  return payees.flatMap((payee) => {
    const others = new Set(payeesAlike(entries, payee).map(({ entry }) => entry.address));
    return others.size === 0 ? [] : [{ label: payee.entry.label, others: [...others] }];
  });
}
