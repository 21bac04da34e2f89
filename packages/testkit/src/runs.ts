/** What `npm test` leaves of a long random test; `HOLDFAST_TESTS=full` runs all of it. */
const share = process.env.HOLDFAST_TESTS === 'full' ? 1 : 0.25;

/** How many of so many random cases are run: a quarter, or all with `HOLDFAST_TESTS=full`. */
export const runsOf = (all: number): number => Math.ceil(all * share);
