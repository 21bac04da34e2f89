import { isRemark, policyLimits } from '@holdfast/policy';

const asOneLine = (typed: string): string => typed.normalize('NFC').replace(/\s+/gu, ' ').trim();

/**
 * What somebody typed of a refusal or a freeze, as it is signed: line breaks become spaces, the ends are cut. '' where nothing is said; undefined for what
 * cannot be shown safely, or is too long.
 */
export function remarkOf(typed: string): string | undefined {
  const remark = asOneLine(typed);
  return isRemark(remark) ? remark : undefined;
}

/** Whether that is too long as it is signed: some characters become two by it, so that a field that counts what is typed lets more through. */
export const isTooLong = (typed: string): boolean => [...asOneLine(typed)].length > policyLimits.remark;
