import { emptyBook, isListedAt, listedUntil, type Output, payableFrom } from '@holdfast/policy';
import type { Review } from './open.ts';

/** Who is paid, as far as the address book tells; whether an own address is one, only who can derive it can tell. */
export type Payee =
  /** `from`: a whitelist that was switched off is held to until then. */
  | { readonly kind: 'nobody'; readonly from: number | undefined }
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

export function payeeOf({ intent, policy, entries, graceRules }: Review, output: Output, now: number): Payee {
  if (output.path !== '') return { kind: 'own', path: output.path };
  if (output.entry === '') return { kind: 'nobody', from: listedUntil(policy.book, graceRules, now) };
  const listed = entries.get(output.entry);
  if (!listed) return { kind: 'untold', hash: output.entry };
  const from = payableFrom(listed.since, policy.book, graceRules);
  const matches = isListedAt({ ...emptyBook, entries }, intent, output, 0, from);
  const state = !matches ? 'other' : now >= from ? 'active' : 'cooling';
  return { kind: 'entry', label: listed.entry.label, state, from };
}
