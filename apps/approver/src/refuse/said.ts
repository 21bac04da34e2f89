import { notice } from '@holdfast/pagekit';
import { honestText, memberName, type Review, refusalRemark } from '@holdfast/pagekit/review';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

/** Who refused it, and in which words: their own, by the signature that was checked. */
export function saidNotices(screen: Screen, review: Review): HTMLElement[] {
  const remark = honestText(refusalRemark(review));
  const name = memberName(review, review.evaluation.refusedBy ?? '');
  return remark === '' ? [] : [notice('bad', say(screen, 'said', { name, remark }))];
}
