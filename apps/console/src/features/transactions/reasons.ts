import type { TFunction } from 'i18next';
import type { TextKey } from '../../lib/i18n.ts';

/** Codes that a person can do something about. */
const reasons: Readonly<Record<string, TextKey>> = {
  earlierOpen: 'tx.reason.earlierOpen',
  earlierNotReplaced: 'tx.reason.earlierNotReplaced',
  openedTooOften: 'tx.reason.openedTooOften',
  diskFull: 'tx.reason.diskFull',
  bidTooHigh: 'tx.reason.bidTooHigh',
  feeBudget: 'tx.reason.feeBudget',
  pricesMissing: 'tx.step.priceMissing',
  signatureMayExist: 'tx.reason.signatureMayExist',
};

/** What the codes in this text mean and what helps, each once; '' when it names none. */
export const reasonText = (text: string, t: TFunction): string =>
  [...new Set(text.match(/\w+/g) ?? [])]
    .flatMap((code) => (Object.hasOwn(reasons, code) && reasons[code] ? [t(reasons[code])] : []))
    .join(' ');
