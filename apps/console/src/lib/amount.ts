export { exactAmount } from '@holdfast/money';

/** Plain decimal text, as it goes over the wire. */
export const isPlain = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

/** The same, and more than nothing. */
export const isAmount = (text: string): boolean => isPlain(text) && /[1-9]/.test(text);
