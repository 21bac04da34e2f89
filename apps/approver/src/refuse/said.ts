import { notice } from '@holdfast/pagekit';
import { honestText, memberName, type Review } from '@holdfast/pagekit/review';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

/** Who refused it, and in which words: their own, by the signature that was checked. */
export function saidNotices(screen: Screen, review: Review): HTMLElement[] {
  const { refusedBy = '' } = review.evaluation;
  const { remark } = review.approvals.find((one) => one.member === refusedBy && one.remark !== undefined) ?? {};
  if (remark === undefined) return [];
  return [notice('bad', say(screen, 'said', { name: memberName(review, refusedBy), remark: honestText(remark) }))];
}
