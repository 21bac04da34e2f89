import { decisionPlays } from './order-decisions.ts';
import { orderPlays } from './orders.ts';
import type { Play } from './play.ts';

/** All attacks on a whole installation, each family with its controls. */
export const estatePlays: readonly Play[] = [...orderPlays, ...decisionPlays];
