import { bookAttacks } from './books.ts';
import { channelAttacks } from './channel.ts';
import { coinAttacks } from './coins.ts';
import { strangerAttacks } from './first-run.ts';
import { largeAttacks } from './large.ts';
import { localNodeAttacks } from './local-node.ts';
import { nodeAttacks } from './nodes.ts';
import type { PartAttack } from './part.ts';
import { protocolAttacks } from './protocols.ts';
import { stateAttacks } from './states.ts';

/** All attacks on single parts, each family with its controls. */
export const partAttacks: readonly PartAttack[] = [
  ...protocolAttacks,
  ...stateAttacks,
  ...channelAttacks,
  ...largeAttacks,
  ...nodeAttacks,
  ...coinAttacks,
  ...localNodeAttacks,
  ...bookAttacks,
  ...strangerAttacks,
];
