/** What `npm test` leaves of a long random test; `HOLDFAST_TESTS=full` runs all of it. */
const full = process.env.HOLDFAST_TESTS === 'full';

/** How many of so many random cases are run: an eighth, or another share of them, or all with `HOLDFAST_TESTS=full`. */
export const runsOf = (all: number, share = 0.125): number => (full ? all : Math.ceil(all * share));
