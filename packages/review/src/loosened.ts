import { loosensAfter } from '@holdfast/policy';
import type { Review } from './open.ts';

/** Said of what is looser about the address book; by themselves, so that pages can fetch them when they are needed. */
export const loosenedWords = {
  'en-US': {
    bookOff:
      'Payments to unknown payees become possible {hours} h after the members agree. Until then they are refused as before.',
    cooling: 'The shorter waiting time counts {hours} h after the members agree. Until then entries wait as before.',
  },
  'zh-CN': {
    bookOff: '成员同意 {hours} 小时后，才可以向未列入的收款方付款；在此之前仍会被拒绝。',
    cooling: '成员同意 {hours} 小时后，较短的等待时间才生效；在此之前条目仍按原来的时间等待。',
  },
} as const;

interface Loosened {
  readonly word: keyof (typeof loosenedWords)['en-US'];
  /** From the agreement until it counts, as this signer would hold it if the members agreed now. */
  readonly hours: string;
}

/** What a change of the rules makes looser about the address book and therefore counts later; nothing where all counts at once. */
export function loosened(
  { policy, nextPolicy, graceRules }: Pick<Review, 'policy' | 'nextPolicy' | 'graceRules'>,
  now: number,
): Loosened[] {
  const [from, to] = [policy.book, nextPolicy?.book];
  const hours = to ? loosensAfter(from, to, graceRules, now) : 0;
  if (!to || hours === 0) return [];
  const isShorter = Number(to.coolingHours) < Number(from.coolingHours);
  return [
    ...(from.mode === 'on' && to.mode === 'off' ? [{ word: 'bookOff' as const, hours: String(hours) }] : []),
    ...(isShorter ? [{ word: 'cooling' as const, hours: String(hours) }] : []),
  ];
}
