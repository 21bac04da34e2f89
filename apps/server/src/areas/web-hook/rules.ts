import { type HookSide, orderStatus } from '@holdfast/contract';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** After the first attempt, each further one waits so long: from a second to a day; then it is given up (domain.md 7.18). */
export const pausesMs = [
  second,
  10 * second,
  minute,
  2 * minute,
  8 * minute,
  32 * minute,
  128 * minute,
  6 * hour,
  24 * hour,
] as const;
/** Each pause is up to so much longer, so that what failed together is not tried again together. */
const jitter = 0.2;

/** How long to wait after so many attempts that failed; undefined: it is given up. @param random from 0 to 1 */
export function pauseMs(tries: number, random: number): number | undefined {
  const pause = pausesMs[tries - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + jitter * random));
}

/** How long an endpoint rests as a whole that did not answer in time: from two seconds to a minute. */
export const restMs = (failures: number): number => Math.min(2 ** Math.min(failures, 10) * second, minute);

/** Words for a status, as the type of an event has them. */
const words: Readonly<Record<'deposit' | 'withdraw', Readonly<Record<number, string>>>> = {
  withdraw: {
    [orderStatus.awaitingApproval]: 'awaiting_approval',
    [orderStatus.awaitingSignature]: 'awaiting_signature',
    [orderStatus.paying]: 'paying',
    [orderStatus.done]: 'done',
    [orderStatus.approvalRefused]: 'approval_refused',
    [orderStatus.rejected]: 'rejected',
    [orderStatus.systemRejected]: 'system_rejected',
    [orderStatus.autoCancelled]: 'auto_cancelled',
    [orderStatus.discarded]: 'discarded',
    [orderStatus.failed]: 'failed',
  },
  // domain.md 4.4
  deposit: { 1000: 'unconfirmed', 1100: 'confirmed', 2000: 'credited', 3000: 'abnormal', 4000: 'returned' },
};
const last: Readonly<Record<'deposit' | 'withdraw', ReadonlySet<number>>> = {
  withdraw: new Set([2000, 2100, 2200, 2201, 2202, 2300, 2400]),
  deposit: new Set([2000, 3000, 4000]),
};

/** Such as `withdraw.paying`; a status that this version has no word for keeps its number. */
export const typeOf = (side: 'deposit' | 'withdraw', status: number): string =>
  `${side}.${words[side][status] ?? `status_${status}`}`;
export const isFinal = (side: 'deposit' | 'withdraw', status: number): boolean => last[side].has(status);

interface Asked {
  readonly sides: readonly string[];
  readonly final_only: boolean;
}
/** Is an endpoint told of it? */
export const isTold = (
  { sides, final_only }: Asked,
  { side, final }: { readonly side: HookSide; readonly final: boolean },
): boolean => sides.includes(side) && (final || !final_only);

/** The word that tells, in the product family, that a call has arrived. */
export const successWord = 'SUCCESS';

/**
 * Does a line of a timeline say where the order or deposit stands? That signers' pages have an order does not, nor that a credited deposit is asked to go back: who
 * hears "credited" twice credits twice.
 */
export const saysState = (kind: 'order' | 'deposit', sub: string): boolean =>
  kind === 'order' ? sub !== 'announced' : !sub.startsWith('refund_');
