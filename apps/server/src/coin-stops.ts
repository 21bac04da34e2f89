import type { Unpayable, WorkspaceId } from '@holdfast/contract';
import type { Coin } from './catalog.ts';
import type { Db } from './db/database.ts';
import { type AssetId, findFrozen } from './ledger/service.ts';

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

interface Payable {
  readonly hidden: boolean;
  /** Do the signers sign? */
  readonly signing: boolean;
  readonly open: boolean;
  readonly verified: boolean;
  /** The coin, or the one of its fee. */
  readonly frozen: boolean;
}
/** The first of these by which a payment is refused. */
export function unpayableBy({ hidden, signing, open, verified, frozen }: Payable): Unpayable | '' {
  if (hidden) return 'hidden';
  if (!signing) return 'signing';
  if (!open) return 'closed';
  if (!verified) return 'unverified';
  return frozen ? 'frozen' : '';
}

export interface CoinStops {
  /** Of a coin, open or not, why it is not to be sent here; '' where it may be. */
  readonly deposit: (coin: Coin, open: boolean) => Stopped | '';
  /** Are its transfers suspended? */
  readonly isFrozen: (id: AssetId) => boolean;
}
/** Why coins are not to be sent to or from a workspace now: freezes and nodes as they stand, read once for all coins that are asked about. */
export async function coinStops(db: Db, workspaceId: WorkspaceId): Promise<CoinStops> {
  const [frozen, states] = await Promise.all([
    findFrozen(db, workspaceId),
    db.selectFrom('chain_state').select(['chain', 'state', 'problem']).execute(),
  ]);
  const chains = new Map(states.map((state) => [state.chain, state]));
  return {
    deposit: ({ chain, asset }, open) => stoppedBy({ frozen: frozen.has(asset.id), open, chain: chains.get(chain.id) }),
    isFrozen: (id) => frozen.has(id),
  };
}
