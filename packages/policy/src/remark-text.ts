import { patterns } from './schema.ts';

/** May this be said of a refusal or a freeze: nothing, or one line of at most 200 characters, none that turns the writing direction? */
export const isRemark = (typed: string): boolean => typed === '' || patterns.remark.test(typed);
