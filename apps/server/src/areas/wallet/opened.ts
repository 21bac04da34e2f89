import type { ChainConfig } from '@holdfast/chains';
import type { WorkspaceId } from '@holdfast/contract';
import type { Selectable } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Coin } from '../../catalog.ts';
import type { Database, Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';

type State = Selectable<Database['opened_coins']>['state'];

/** A network with '', or one of its tokens. */
export interface Place {
  readonly workspaceId: WorkspaceId;
  readonly chain: string;
  readonly contract: string;
}

/** What of the configured coins a workspace uses. A closed one keeps its addresses, its coins and what still comes in. */
export interface Opened {
  /** Undefined: never opened. */
  readonly stateOf: (chain: string, contract?: string) => State | undefined;
  readonly isOpen: (chain: string, contract?: string) => boolean;
}

export async function findOpened(db: Db, workspaceId: WorkspaceId): Promise<Opened> {
  const rows = await db
    .selectFrom('opened_coins')
    .select(['chain', 'contract', 'state'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  const states = new Map(rows.map(({ chain, contract, state }) => [`${chain} ${contract}`, state]));
  const stateOf: Opened['stateOf'] = (chain, contract = '') => states.get(`${chain} ${contract}`);
  const isOpen: Opened['isOpen'] = (chain, contract = '') =>
    stateOf(chain) === 'open' && (contract === '' || stateOf(chain, contract) !== 'closed');
  return { stateOf, isOpen };
}

/** @throws coinClosed for new addresses and payments of a coin that the workspace has not open */
export function demandOpen({ isOpen }: Pick<Opened, 'isOpen'>, { chain, asset }: Coin): void {
  if (!isOpen(chain.id, asset.contract)) throw refuse('coinClosed', { symbol: asset.symbol, network: chain.name });
}

async function setState(tx: Tx, { workspaceId, chain, contract }: Place, state: State): Promise<void> {
  const row = { workspace_id: workspaceId, chain, contract, state };
  await tx
    .insertInto('opened_coins')
    .values(row)
    .onConflict((oc) =>
      oc.columns(['workspace_id', 'chain', 'contract']).doUpdateSet({ state, changed_at: (eb) => eb.fn('now') }),
    )
    .execute();
}

/** The state as it is, its row locked. */
async function lockState(tx: Tx, { workspaceId, chain, contract }: Place): Promise<State | undefined> {
  const row = await tx
    .selectFrom('opened_coins')
    .select('state')
    .where('workspace_id', '=', workspaceId)
    .where('chain', '=', chain)
    .where('contract', '=', contract)
    .forUpdate()
    .executeTakeFirst();
  return row?.state ?? (contract === '' ? undefined : 'open');
}

/** Networks of a workspace that is being made: all that are configured. */
export const openAll = (db: Db, workspaceId: WorkspaceId, chains: readonly ChainConfig[]) =>
  db
    .insertInto('opened_coins')
    .values(chains.map(({ id }) => ({ workspace_id: workspaceId, chain: id, state: 'open' as const })))
    .onConflict((oc) => oc.doNothing())
    .execute();

/**
 * From here on every new sub-wallet gets addresses of the network, so none is missed while those of the old ones are made. False when it was open already.
 */
export const beginOpening = (db: Db, place: Place): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if ((await lockState(tx, place)) === 'open') return false;
    await setState(tx, place, 'opening');
    return true;
  });

/** Opens or closes, and says so in the log when that changes anything. An opening that somebody closed meanwhile stays closed. */
export const changeState = (db: Db, place: Place, to: 'open' | 'closed', record: Recorder): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await lockState(tx, place);
    const overtaken = to === 'open' && place.contract === '' && before !== 'opening';
    if (before === to || before === undefined || overtaken) return;
    await setState(tx, place, to);
    const { workspaceId, chain, contract } = place;
    const detail = { chain, ...(contract === '' ? {} : { contract }) };
    await record(tx, { workspaceId, object: `workspace:${workspaceId}`, detail, after: { state: to } });
  });
