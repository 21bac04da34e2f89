/** What `npm test` leaves of a long random test; `HOLDFAST_TESTS=full` runs all of it, and at least half where the run leaves files to others. */
const full = process.env.HOLDFAST_TESTS === 'full';
const least = process.env.HOLDFAST_LEFT ? 0.5 : 1;

/** How many of so many random cases are run: an eighth, or another share of them; more with `HOLDFAST_TESTS=full`. */
export const runsOf = (all: number, share = 0.125): number => Math.ceil(all * (full ? Math.max(share, least) : share));
