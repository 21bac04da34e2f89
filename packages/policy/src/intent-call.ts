import { type Reading, readCall } from './call/read.ts';
import { type Outflow, outflowsOf } from './call/statement.ts';
import type { Facts } from './facts.ts';
import type { Intent } from './intent.ts';

/** The reading of an intent's call, with the names that members agreed on. @returns undefined for what nobody can read */
export const readingOf = (intent: Intent, { methodsOf }: Pick<Facts, 'methodsOf'> = {}): Reading | undefined =>
  readCall(intent, (contract) => {
    const output = intent.outputs.find(({ address }) => address === contract);
    return (output && methodsOf?.(intent, output)) ?? [];
  });

/** From so many whole coins on what may be taken is as good as everything; of what nobody has said the decimals, from so many base units. */
const [endlessCoins, endlessUnits] = [10_000_000_000n, 2n ** 128n];

const statedOf = (intent: Pick<Intent, 'call'>, token: string): Outflow | undefined =>
  outflowsOf(intent).find(({ contract }) => contract === token);

/** Base units of a token that leave by it, or may be taken, as it reads. */
export const leavingOf = ({ leaves }: Pick<Reading, 'leaves'>, token: string): bigint =>
  leaves.reduce((sum, one) => (one.token === token ? sum + one.units : sum), 0n);

/** Does it let somebody take everything of a token? */
export const isEndlessCall = (intent: Pick<Intent, 'call'>, { leaves }: Pick<Reading, 'leaves'>): boolean =>
  leaves.some(({ token, units, allowed, endless }) => {
    const stated = statedOf(intent, token);
    const least = stated ? endlessCoins * 10n ** BigInt(stated.decimals) : endlessUnits;
    return allowed === true && (endless === true || units >= least);
  });

/** Why nobody can be asked to approve it: it cannot be read, or does more than it says. */
export type CallFault = 'unreadableCall' | 'understatedCall';

/**
 * Does an intent say what its call does? Whom it gives something stands in its outputs, all of them and nobody else, and of each token that it speaks of at least
 * what leaves. Which tokens it has to speak of is for whoever knows the coins of the chain (`compare` of the chain's family).
 */
export function faultOf(intent: Intent, reading: Reading | undefined): CallFault | undefined {
  if (!reading) return 'unreadableCall';
  const [, ...others] = intent.outputs;
  const saysWho = others.map(({ address }) => address).join() === reading.to.join();
  const saysHowMuch = outflowsOf(intent).every(({ contract, units }) => leavingOf(reading, contract) <= units);
  return saysWho && saysHowMuch ? undefined : 'understatedCall';
}
