import { type DepositId, type OrderId, transactionType, type WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { CoinName } from '../../catalog.ts';
import { laneHoles, nonceOf, openOf } from '../../chains/reserved.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findFreezes } from '../../ledger/service.ts';
import type { Order } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import { pricesNow } from '../../written-values.ts';
import { type Behind, findBehind, findNamed } from './cursor.ts';
import type { TransactionDeps } from './deps.ts';
import type { Entry } from './entry.ts';
import { createInspection, fileFormOf } from './inspection.ts';
import { createKnownLong } from './known-long.ts';
import * as queries from './queries.ts';
import { surroundings } from './surroundings.ts';

export type { Side } from './cursor.ts';
export { entryRow } from './row.ts';

/** Heights of a chain, or one transaction of it. */
export interface RescanAsk {
  readonly chain: string;
  readonly from: number | undefined;
  /** Left out, `from` alone. */
  readonly to: number | undefined;
  readonly txid: string | undefined;
}
interface NoteOf {
  readonly workspaceId: WorkspaceId;
  readonly type: 1 | 2;
  readonly id: number;
}
interface Note {
  readonly note: string;
  readonly tags: readonly string[];
}
export type TransactionService = ReturnType<typeof createTransactions>;

/** Lists, which nothing is decided by. */
const createLooks = ({ lists, catalog }: TransactionDeps, long = createKnownLong()) => ({
  page: (filter: queries.Filter, page: number, size: number) =>
    lists.read((db) => queries.findPage(db, filter, page, size, long)),
  /** By what they are worth, or those that are worth so much, with the prices of now where nothing else is known. */
  pageByValue: (filter: queries.Filter, by: 'time' | 'value', page: number, size: number) =>
    lists.read((db) => {
      const asked = { page, size, by, way: filter.order ?? 'desc', prices: pricesNow(catalog) };
      return queries.findPageByValue(db, filter, asked);
    }),
  /** For a whole list, part by part. */
  from: (filter: queries.Filter, size: number) =>
    lists.read((db) => queries.findFrom(db, filter, size, pricesNow(catalog))),
  countAll: (filter: queries.Filter) => lists.read((db) => queries.countAll(db, filter, pricesNow(catalog))),
  tags: (workspaceId: WorkspaceId) => lists.read((db) => queries.findTags(db, workspaceId)),
});

/** What has come in and gone out, and how far each chain is followed. */
export function createTransactions(deps: TransactionDeps) {
  const { db, catalog, orders, watch } = deps;
  return {
    ...createLooks(deps),
    /** @throws depositNotFound, orderNotFound */
    async entry(workspaceId: WorkspaceId, type: number, id: number): Promise<Entry> {
      const found = await queries.findEntry(db, workspaceId, type, id);
      if (!found) throw refuse(type === transactionType.deposit ? 'depositNotFound' : 'orderNotFound', {});
      return found;
    },
    inspection: createInspection(deps),
    /** How files of its transaction are called; '' where there are none. */
    fileForm: (order: Order) => fileFormOf(deps, order),
    surroundings: (workspaceId: WorkspaceId, entries: readonly Entry[]) => surroundings(deps, workspaceId, entries),
    /** For whoever goes through all of them, row by row. */
    behind: (workspaceId: WorkspaceId, after: Behind) => findBehind(db, workspaceId, after),
    named: (workspaceId: WorkspaceId, which: Parameters<typeof findNamed>[2]) => findNamed(db, workspaceId, which),
    /** Writes what members note about one, in place of what was there. */
    saveNote: ({ workspaceId, type, id }: NoteOf, written: Note, record: Recorder): Promise<void> =>
      inTransaction(db, async (tx) => {
        const note = { note: written.note, tags: [...new Set(written.tags)] };
        const before = (await queries.lockNote(tx, workspaceId, type, id)) ?? { note: '', tags: [] };
        await queries.saveNote(tx, workspaceId, { type, id, ...note });
        const shown = ({ note, tags }: Note) => ({ note, tags: tags.join(', ') });
        const object = `${type === transactionType.deposit ? 'deposit' : 'order'}:${id}`;
        await record(tx, { object, before: shown(before), after: shown(note) });
      }),
    depositEvents: (id: DepositId) => queries.findDepositEvents(db, id),
    /** @throws orderNotFound */
    async orderStory(workspaceId: WorkspaceId, id: OrderId) {
      const [order, events, approvals, decided, nonce] = await Promise.all([
        orders.order(workspaceId, id),
        orders.events(id),
        orders.approvals([id]),
        orders.decided([id]),
        nonceOf(db, id),
      ]);
      const open = await openOf(db, order);
      return {
        order,
        events,
        decided,
        nonce,
        open,
        evaluation: await orders.evaluation(order, approvals.get(id) ?? []),
      };
    },
    /** Every configured chain with how far it is followed, and the coins whose transfers are stopped. */
    async chains(workspaceId: WorkspaceId) {
      const [states, asides, holes, freezes] = await Promise.all([
        queries.findChainStates(db),
        queries.findAsides(db),
        laneHoles(db),
        findFreezes(db, workspaceId),
      ]);
      const byId = new Map(states.map((state) => [state.chain, state]));
      const list = catalog.chains.map((chain) => ({
        chain,
        state: byId.get(chain.id),
        asides: asides.filter((aside) => aside.chain === chain.id),
        laneHoles: holes.get(chain.id) ?? 0,
      }));
      return { list, freezes };
    },
    /** Looks again at blocks or a transaction of a chain. @throws invalidParameters when nothing is named, tooManyRows */
    async rescan({ chain, from, to, txid }: RescanAsk, record: Recorder) {
      if (txid === undefined && from === undefined) throw refuse('invalidParameters', { field: 'from_height' });
      const asked = txid === undefined ? { from: from ?? 0, to: to ?? from ?? 0 } : { txid };
      const { blocks, found } = await watch.rescan(chain, asked);
      const detail = Object.entries({ ...asked, blocks, found }).map(([name, value]) => [name, String(value)]);
      await record(db, { object: `chain:${chain}`, detail: Object.fromEntries(detail) });
      return { blocks, found };
    },
    /** Lets transfers of a coin go on. @throws unsupportedCoin, ambiguousCoin, transfersSuspended */
    unfreeze: (workspaceId: WorkspaceId, name: CoinName, record: Recorder): Promise<void> =>
      watch.unfreeze(workspaceId, catalog.coin(name), record),
  };
}
