/**
 * A try that was broken off (a signer or the database went away) may succeed at once when that is back; and all later nonces of the account wait
 * for this one. A signer that answers no (frozen, a limit) is likely to say it again: ever more rarely.
 */
const mostSeconds = { 'broken off': 15, refused: 300 } as const;

/** How long a signing order waits after its nth failed try. */
export const retrySeconds = (failures: number, why: keyof typeof mostSeconds): number =>
  Math.min(mostSeconds[why], 2 ** Math.min(failures, 9));
