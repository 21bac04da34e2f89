import { honestText, memberName, type Review, refusalsOf } from '@holdfast/review';
import { el, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

/**
 * Everybody who refused it and said why, each in their own words, by the signature that was checked. The words have an element of their own: within a
 * sentence of the page a quotation mark in them would end the quotation, and what follows would be the page's word.
 */
export function reasonNotices(screen: Screen, review: Review): HTMLElement[] {
  return refusalsOf(review).flatMap(({ member, remark = '' }) => {
    if (remark === '') return [];
    const who = el('p', {}, say(screen, 'said', { name: memberName(review, member) }));
    return [notice('bad', who, el('p', { class: 'pre' }, honestText(remark)))];
  });
}
