import type { RuleType } from '@holdfast/policy';
import { oneOf, searchOf, words } from '../../lib/search.ts';

export const ruleTypes = ['transfer', 'web3', 'trade'] as const satisfies readonly RuleType[];
export const readType = oneOf(...ruleTypes);

const trial = {
  /** What kind of transaction is tried out. */
  try: readType,
  /** Which payments of a back test are looked at. */
  differs: oneOf('looser', 'stricter', 'other'),
};
export const trialSearch = searchOf(trial);

/** A rule, or the type of a new one. */
export const ruleSearch = searchOf({ ...trial, id: words(), type: readType });
