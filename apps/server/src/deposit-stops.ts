import type { WorkspaceId } from '@holdfast/contract';
import type { Coin } from './catalog.ts';
import type { Db } from './db/database.ts';
import { findFrozen } from './ledger/service.ts';

/** Why a coin is not to be sent here now, by the name of what is said of it. */
export type Stopped = 'transfersSuspended' | 'coinClosed' | 'chainWrongNetwork' | 'chainUnreachable';

interface Standing {
  readonly frozen: boolean;
  readonly open: boolean;
  /** As it is followed; undefined before its first block. */
  readonly chain: { readonly state: string; readonly problem: string } | undefined;
}
export function stoppedBy({ frozen, open, chain }: Standing): Stopped | '' {
  if (frozen) return 'transfersSuspended';
  if (!open) return 'coinClosed';
  if (chain?.state !== 'down') return '';
  return chain.problem === 'wrongNetwork' ? 'chainWrongNetwork' : 'chainUnreachable';
}

/**
 * Why coins are not to be sent to a workspace now: freezes and nodes as they stand, read once for all coins that are asked about.
 * @returns of a coin, open there or not, why; '' where it may be sent
 */
export async function depositStops(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<(coin: Coin, open: boolean) => Stopped | ''> {
  const [frozen, states] = await Promise.all([
    findFrozen(db, workspaceId),
    db.selectFrom('chain_state').select(['chain', 'state', 'problem']).execute(),
  ]);
  const chains = new Map(states.map((state) => [state.chain, state]));
  return ({ chain, asset }, open) => stoppedBy({ frozen: frozen.has(asset.id), open, chain: chains.get(chain.id) });
}
