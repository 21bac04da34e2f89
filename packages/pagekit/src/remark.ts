import { isRemark } from '@holdfast/policy';

/**
 * What somebody typed of a refusal or a freeze, as it is signed: line breaks become spaces, the ends are cut. '' where nothing is said; undefined for what
 * cannot be shown safely, or is too long.
 */
export function remarkOf(typed: string): string | undefined {
  const remark = typed.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return isRemark(remark) ? remark : undefined;
}
