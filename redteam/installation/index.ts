import { changePlays } from './changes.ts';
import { closingPlays } from './closings.ts';
import { consolePlays } from './console.ts';
import { freezePlays } from './freezes.ts';
import { logPlays } from './logs.ts';
import { decisionPlays } from './order-decisions.ts';
import { latePlays } from './order-late.ts';
import { orderPlays } from './orders.ts';
import type { Play } from './play.ts';
import { racePlays } from './races.ts';
import { restored } from './restored.ts';
import './restored-coins.ts';
import { rollbackPlays } from './rollback.ts';
import { worldPlays } from './scenario.ts';
import { splitPlays } from './splits.ts';

/** All attacks on a whole installation, each family with its controls. */
export const installationPlays: readonly Play[] = [
  ...orderPlays,
  ...decisionPlays,
  ...latePlays,
  ...rollbackPlays,
  ...restored.all,
  ...closingPlays,
  ...changePlays,
  ...worldPlays,
  ...freezePlays,
  ...logPlays,
  ...consolePlays,
  ...racePlays,
  ...splitPlays,
];
