/** How long an export is kept, and can be gone on with. */
export const keepMs = 24 * 3_600_000;
/** How long a ticket waits for its download to begin. */
export const ticketMs = 60_000;
/** One run may take so long; what it has not written by then the next one writes. */
export const runMs = 15 * 60_000;
/** Rows that are read, written and sent at once: what a run keeps in memory. */
export const partRows = 1_000;
/** Runs at once of one server, and of one person. */
export const runsMost = 6;
export const runsOfOne = 2;
/** Seconds until a run may have ended. */
export const waitSeconds = 10;
