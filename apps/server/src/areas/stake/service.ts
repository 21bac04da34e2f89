import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Who } from '../withdraw/service.ts';
import { accountsOf, type StakeDeps } from './accounts.ts';
import { type Ask, askStake } from './ask.ts';

export type { StakeDeps } from './accounts.ts';
export type { Ask } from './ask.ts';
export type StakeService = ReturnType<typeof createStake>;

/** Resources of accounts, and what is staked for them. */
export const createStake = (deps: StakeDeps) => ({
  accounts: (workspaceId: WorkspaceId, subWalletId: SubWalletId) => accountsOf(deps, { workspaceId, subWalletId }),
  ask: (who: Who, ask: Ask, record: Recorder) => askStake(deps, who, ask, record),
});
