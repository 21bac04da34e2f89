import type { Output } from '@holdfast/policy';
import { honestText, type Payee, payeeOf, type Review, timeText } from '@holdfast/review';
import { el, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

/** By place in the outputs: the sub-wallet whose address is paid, where it is our own. */
export type Owners = ReadonlyMap<number, string>;

/** Of an entry that cools down: from when it is taken for listed, and whether it is paid before that. */
function coolingNotice(screen: Screen, { label, from, paidFrom }: Extract<Payee, { kind: 'entry' }>): HTMLElement {
  const words = { label: honestText(label), from: timeText(String(from)) };
  if (paidFrom === undefined) return notice('warn', screen.say('entryCooling', words));
  return paidFrom <= Date.now()
    ? notice('info', screen.say('entryCoolingOff', words))
    : notice('warn', screen.say('entryCoolingHeld', { ...words, paid: timeText(String(paidFrom)) }));
}

/** Whose address it is: our own, somebody's in the address book, or nobody's that is known. */
export function payeeView(screen: Screen, review: Review, output: Output, wallet: string | undefined): HTMLElement {
  const payee = payeeOf(review, output, Date.now());
  switch (payee.kind) {
    case 'own':
      return el('p', {}, screen.say('ownAddress', { path: payee.path, wallet: wallet ?? '?' }));
    case 'nobody':
      return payee.from === undefined
        ? el('p', { class: 'muted' }, screen.say('entryNone'))
        : notice('warn', screen.say('entryHeld', { from: timeText(String(payee.from)) }));
    case 'untold':
      return notice('warn', screen.say('entryUntold', { entry: payee.hash }));
    case 'entry': {
      const words = { label: honestText(payee.label) };
      if (payee.state === 'other') return notice('bad', screen.say('entryOther', words));
      if (payee.state === 'unnamed') return el('p', {}, screen.say('entryUnnamed', words));
      return payee.state === 'active' ? el('p', {}, screen.say('entryActive', words)) : coolingNotice(screen, payee);
    }
  }
}

export const memoView = (screen: Screen, { memo }: Output): HTMLElement | false =>
  memo !== '' && el('p', {}, screen.say('rowMemo'), ': ', el('span', { class: 'mono pre' }, memo));
