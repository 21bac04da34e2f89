import type { Recorder } from '../../audit/service.ts';
import { asOne } from '../../db/gathering.ts';
import type { Caller, Context } from '../../http/context.ts';
import type { Credentials } from '../session/service.ts';
import type { SetupDeps } from './deps.ts';
import { currentPolicy, refreshPolicy } from './learn.ts';
import { readStage } from './stage.ts';
import { readStatus } from './status.ts';
import { confirmOwner, enrollOwner, makeWorkspace, type OwnerInput } from './steps.ts';

import { openSetupToken } from './token.ts';

export type { SetupDeps } from './deps.ts';

export type SetupService = ReturnType<typeof createSetup>;

/**
 * The first run, step by step. Each step looks at what is there and does what is missing, so any of them may be repeated; what the signers hold is
 * learned from them, and only when all of them say the same.
 */
export function createSetup(deps: SetupDeps) {
  return {
    stage: () => readStage(deps),
    /** The token for the first owner; undefined once there is one. */
    openToken: () => openSetupToken(deps, deps.setupTokenFile),
    owner: (input: OwnerInput, record: Recorder) => enrollOwner(deps, input, record),
    totp: (input: Credentials, context: Context) => confirmOwner(deps, input, context),
    workspace: (caller: Caller, names: { wallet: string; subWallet: string }, record: Recorder) =>
      makeWorkspace(deps, caller, names, record),
    status: (context: Context) => readStatus(deps, context),
    refresh: (maxAgeMs?: number) => refreshPolicy(deps, maxAgeMs),
    /** Read once, and parsed once, for those who ask at the same moment. */
    policy: asOne(
      () => '',
      () => currentPolicy(deps),
    ),
  };
}
