/**
 * A row that several requests on one page may have in common: where it is the same in all of them, it is said once, above (`several/shared.ts`). Never what
 * each is compared by: payee, amount, coin, fee and remark.
 */
export function shareable(name: 'network' | 'from' | 'initiator' | 'rule' | 'policy', line: HTMLElement): HTMLElement {
  line.dataset.row = name;
  return line;
}

/** What is explained beside more than one request in the same words: where it is the same in all of them, it is said once, though what it explains stays. */
export type NoteName = 'wallet' | 'price';

export function shareableNote(name: NoteName, note: HTMLElement): HTMLElement {
  note.dataset.note = name;
  return note;
}
