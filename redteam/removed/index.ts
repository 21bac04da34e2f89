import { allowanceChecks } from './allowance.ts';
import { callChecks } from './call.ts';
import { chainChecks } from './chains.ts';
import { argumentChecks, deployChecks } from './deploy.ts';
import { dispersalChecks } from './dispersals.ts';
import { earlierChecks } from './earlier.ts';
import { firstRunChecks } from './first-run.ts';
import { freezesChecks } from './freezes.ts';
import { givenUpChecks } from './given-up.ts';
import { identityChecks } from './identity.ts';
import { keyMaterialChecks } from './key-material.ts';
import { limitsChecks } from './limits.ts';
import { messageChecks } from './message.ts';
import { nftChecks } from './nfts.ts';
import type { Mutant } from './part.ts';
import { rulesChecks } from './rules.ts';
import { sessionsChecks } from './sessions.ts';
import { settlerChecks } from './settler.ts';
import { dropChecks, replacedCoinChecks, speedUpChecks } from './speed-up.ts';
import { stakeChecks } from './stake.ts';
import { strangersChecks } from './strangers.ts';
import { swapChecks } from './swap.ts';
import { transactionChecks } from './transaction.ts';

/** Checks inside steps, and those of sessions, of the journal and of the witness, by what they hold. */
export const removed: readonly Mutant[] = [
  ...identityChecks,
  ...givenUpChecks,
  ...earlierChecks,
  ...speedUpChecks,
  ...dropChecks,
  ...replacedCoinChecks,
  ...rulesChecks,
  ...transactionChecks,
  ...chainChecks,
  ...stakeChecks,
  ...allowanceChecks,
  ...callChecks,
  ...dispersalChecks,
  ...swapChecks,
  ...settlerChecks,
  ...messageChecks,
  ...deployChecks,
  ...argumentChecks,
  ...nftChecks,
  ...limitsChecks,
  ...freezesChecks,
  ...keyMaterialChecks,
  ...sessionsChecks,
  ...firstRunChecks,
  ...strangersChecks,
];
