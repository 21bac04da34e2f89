import { leavesOf } from '../heard.ts';
import { answerIf, type Reading } from '../reading.ts';

/** `1.5 %` in hundredths. */
const hundredths = (shown: string): number => Math.round(Number(shown.replace(/ %$/, '')) * 100);

/** What comes back, against what is given: of a swap whose prices are both known. */
export const loss: Reading = ([said], { units, decimals, price, brings }) => {
  if (!said) return 'yes';
  if (price === undefined || brings?.price === undefined) return 'perhaps';
  const worth = (of: bigint, digits: number, each: string): bigint =>
    of * BigInt(Math.round(Number(each) * 100)) * 10n ** BigInt(40 - digits);
  const [given, back] = [worth(units, decimals, price), worth(brings.units, brings.decimals, brings.price)];
  const [over, upTo] = [said.parts.over, said.parts.upTo].map((part) => leavesOf(part ?? [])[0]);
  // Less is lost than a bound says where what is lost, times a hundred percent, is less than that part of what was given.
  const exceeds = (bound: string): boolean => (given - back) * 10_000n > given * BigInt(hundredths(bound));
  return answerIf((!over || exceeds(over.shown)) && (!upTo || !exceeds(upTo.shown)));
};
