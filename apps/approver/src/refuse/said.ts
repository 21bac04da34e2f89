import { notice } from '@holdfast/pagekit';
import { honestText, memberName, type Review, refusalsOf } from '@holdfast/pagekit/review';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

/** Everybody who refused it and said why, each in their own words, by the signature that was checked. */
export function saidNotices(screen: Screen, review: Review): HTMLElement[] {
  return refusalsOf(review).flatMap(({ member, remark = '' }) => {
    const name = memberName(review, member);
    return remark === '' ? [] : [notice('bad', say(screen, 'said', { name, remark: honestText(remark) }))];
  });
}
