import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Who } from '../withdraw/service.ts';
import { allowancesOf, type Web3Deps } from './allowances.ts';
import { type Ask, askAllowance } from './ask.ts';

export type { Web3Deps } from './allowances.ts';
export type { Ask } from './ask.ts';
export type Web3Service = ReturnType<typeof createWeb3>;

/** What contracts may take of sub-wallets. */
export const createWeb3 = (deps: Web3Deps) => ({
  allowances: (workspaceId: WorkspaceId, subWalletId: SubWalletId) => allowancesOf(deps, workspaceId, subWalletId),
  ask: (who: Who, ask: Ask, record: Recorder) => askAllowance(deps, who, ask, record),
});
