/** The time, passed in so that tests can hold it. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();

/** How long members have to decide, unless the operator says otherwise (domain.md 6.4: seven days). */
export const usualValidForMs = 7 * 24 * 3_600_000;
