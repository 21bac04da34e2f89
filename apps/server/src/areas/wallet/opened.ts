import type { ChainConfig } from '@holdfast/chains';
import type { WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Coin } from '../../catalog.ts';
import type { Database, Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';

type State = Selectable<Database['opened_coins']>['state'];

/** By the database's clock, which all servers have. */
const later = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1_000})`;

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

/** Who is at it, where it is being opened. */
interface Taken {
  readonly form: string;
  readonly taken_until: RawBuilder<Date> | null;
}
const untaken: Taken = { form: '', taken_until: null };

async function setState(
  tx: Tx,
  { workspaceId, chain, contract }: Place,
  state: State,
  taken: Taken = untaken,
): Promise<void> {
  const row = { workspace_id: workspaceId, chain, contract, state, ...taken };
  const changed = { state, ...taken, changed_at: sql<Date>`now()` };
  await tx
    .insertInto('opened_coins')
    .values(row)
    .onConflict((oc) => oc.columns(['workspace_id', 'chain', 'contract']).doUpdateSet(changed))
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
 * @param form of the accounts that are made; `forMs`: how long nobody else is to be at it
 */
export const beginOpening = (
  db: Db,
  place: Place,
  { form, forMs }: { readonly form: string; readonly forMs: number },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if ((await lockState(tx, place)) === 'open') return false;
    await setState(tx, place, 'opening', { form, taken_until: later(forMs) });
    return true;
  });

/** An opening that was begun and that nobody is at, for one to be at it for so long: the one that was left first, so that none that cannot go on keeps the others waiting. */
export async function takeOpening(db: Db, forMs: number) {
  const { rows } = await sql<{ workspaceId: WorkspaceId; chain: string; form: string }>`
    update opened_coins set taken_until = ${later(forMs)} where (workspace_id, chain, contract) in
      (select workspace_id, chain, contract from opened_coins where state = 'opening' and coalesce(taken_until, now()) <= now()
        order by taken_until nulls first limit 1 for update skip locked)
    returning workspace_id as "workspaceId", chain, form`.execute(db);
  return rows[0];
}

/** Whoever was at it is no more: where it is not open by now, another may go on. */
export const leaveOpening = (db: Db, { workspaceId, chain, contract }: Place) =>
  db
    .updateTable('opened_coins')
    .set({ taken_until: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('chain', '=', chain)
    .where('contract', '=', contract)
    .execute();

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
