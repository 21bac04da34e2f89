import type { Output } from '@holdfast/policy';
import { honestText, payeeOf, type Review, timeText } from '@holdfast/review';
import { el, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

/** By place in the outputs: the sub-wallet whose address is paid, where it is our own. */
export type Owners = ReadonlyMap<number, string>;

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
      const words = { label: honestText(payee.label), from: timeText(String(payee.from)) };
      if (payee.state === 'other') return notice('bad', screen.say('entryOther', words));
      if (payee.state === 'unnamed') return el('p', {}, screen.say('entryUnnamed', words));
      return payee.state === 'active'
        ? el('p', {}, screen.say('entryActive', words))
        : notice('warn', screen.say('entryCooling', words));
    }
  }
}

export const memoView = (screen: Screen, { memo }: Output): HTMLElement | false =>
  memo !== '' && el('p', {}, screen.say('rowMemo'), ': ', el('span', { class: 'mono pre' }, memo));
