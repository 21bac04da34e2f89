import type { Output } from '@holdfast/policy';
import { type Payee, payeeOf, type Review } from '@holdfast/review';
import { el } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

/** By place in the outputs: the sub-wallet whose address is paid, where it is our own. */
export type Owners = ReadonlyMap<number, string>;

let told: typeof import('./payee-words.ts') | undefined;

/** Fetches what tells of payees in the address book, for the requests that have one: without it such a request is not shown. */
export async function fetchPayees(review: Review): Promise<void> {
  const now = Date.now();
  const payees = review.intent.outputs.map((output) => payeeOf(review, output, now));
  const isPlain = (payee: Payee): boolean =>
    payee.kind === 'own' || (payee.kind === 'nobody' && payee.from === undefined);
  if (!payees.every(isPlain)) told ??= await import('./payee-words.ts');
}

/** Whose address it is: our own, somebody's in the address book, or nobody's that is known. */
export function payeeView(screen: Screen, review: Review, output: Output, wallet: string | undefined): HTMLElement {
  const payee = payeeOf(review, output, Date.now());
  if (payee.kind === 'own') return el('p', {}, screen.say('ownAddress', { path: payee.path, wallet: wallet ?? '?' }));
  if (payee.kind === 'nobody' && payee.from === undefined) return el('p', { class: 'muted' }, screen.say('entryNone'));
  if (!told) throw new Error('told before it was fetched');
  if (payee.kind === 'entry') return told.entryView(screen, payee);
  return payee.kind === 'untold' ? told.untoldNotice(screen, payee.hash) : told.heldNotice(screen, payee.from ?? 0);
}

export const memoView = (screen: Screen, { memo }: Output): HTMLElement | false =>
  memo !== '' && el('p', {}, screen.say('memoOnly'), el('span', { class: 'mono pre' }, memo));
