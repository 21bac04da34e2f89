import { entryStatus, maxPersonalEntries, type PersonalEntryId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog } from '../../catalog.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';
import { judgeEach, likenessAmong, soundEntry, takes, usageAmong } from './payees.ts';
import type { Owner, PersonalRow } from './personal-queries.ts';
import * as own from './personal-queries.ts';
import { paymentsTo } from './queries.ts';
import { placesOf, type Wanted } from './rules.ts';
import type { AddressBookService } from './service.ts';

interface PersonalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly book: Pick<AddressBookService, 'entries'>;
}
type Kept = Wanted & { readonly note: string };
export type PersonalBookService = ReturnType<typeof createPersonalBook>;

/** Payees that members keep for themselves. Nothing of it reaches a signer: a payment to one is a payment to any other address. */
export function createPersonalBook({ db, clock, catalog, book }: PersonalDeps) {
  const contentOf = ({ note, ...wanted }: Kept) => ({ ...soundEntry(catalog, wanted), note });

  /** Within one lock of the member, so that the limit and the places hold. @throws itemNotFound, duplicateAddress, tooManyRows */
  const write = <T>(owner: Owner, work: (tx: Tx, kept: readonly PersonalRow[]) => Promise<T>): Promise<T> =>
    inTransaction(db, async (tx) => {
      await own.lockOwner(tx, owner);
      return work(tx, await own.ownEntries(tx, owner));
    });

  /** @throws duplicateAddress */
  function checkPlaces(kept: readonly PersonalRow[], wanted: readonly Parameters<typeof placesOf>[0][]): void {
    const taken = new Set(kept.flatMap(placesOf));
    const places = wanted.flatMap(placesOf);
    if (new Set(places).size < places.length || places.some((place) => taken.has(place)))
      throw refuse('duplicateAddress', {});
  }

  return {
    /** The member's entries; with a coin those it can be sent to, and whether the workspace's book lists them for it. */
    async entries(owner: Owner, symbol?: string) {
      const [rows, listed] = await Promise.all([own.ownEntries(db, owner), book.entries(owner.workspaceId)]);
      const payments = await paymentsTo(
        db,
        owner.workspaceId,
        rows.map(({ address }) => address),
      );
      const usageOf = usageAmong(payments, catalog);
      const similarTo = likenessAmong([...listed.map(({ row }) => row), ...rows]);
      const now = clock();
      const statusAt = new Map<string, number>();
      for (const { row, effectiveAt } of listed) {
        if (symbol !== undefined && !takes(row, catalog, symbol)) continue;
        const status = effectiveAt > now ? entryStatus.cooling : entryStatus.active;
        for (const place of placesOf(row)) statusAt.set(place, Math.max(status, statusAt.get(place) ?? 0));
      }
      const listedAs = (row: PersonalRow): number =>
        Math.max(0, ...placesOf(row).map((place) => statusAt.get(place) ?? 0));
      return rows
        .filter((row) => symbol === undefined || takes(row, catalog, symbol))
        .map((row) => ({
          row,
          listed: listedAs(row),
          usage: usageOf(row),
          similar: similarTo(row.address),
        }));
    },

    /** @throws invalidAddress, unsupportedCoin, duplicateAddress, tooManyRows */
    add(owner: Owner, items: readonly Kept[], record: Recorder): Promise<PersonalEntryId[]> {
      const contents = items.map(contentOf);
      return write(owner, async (tx, kept) => {
        if (kept.length + contents.length > maxPersonalEntries)
          throw refuse('tooManyRows', { max: maxPersonalEntries });
        checkPlaces(kept, contents);
        const ids: PersonalEntryId[] = [];
        for (const content of contents) ids.push(await own.insertEntry(tx, owner, content));
        await told(tx, record, ids);
        return ids;
      });
    },

    /** @throws itemNotFound, invalidAddress, unsupportedCoin, duplicateAddress */
    edit(owner: Owner, id: PersonalEntryId, item: Kept, record: Recorder): Promise<void> {
      const content = contentOf(item);
      return write(owner, async (tx, kept) => {
        if (!kept.some((row) => row.id === id)) throw refuse('itemNotFound', {});
        checkPlaces(
          kept.filter((row) => row.id !== id),
          [content],
        );
        await own.updateEntry(tx, id, content);
        await told(tx, record, [id]);
      });
    },

    /** @throws itemNotFound when one of them is not the member's */
    remove(owner: Owner, ids: readonly PersonalEntryId[], record: Recorder): Promise<void> {
      return write(owner, async (tx, kept) => {
        if (!ids.every((id) => kept.some((row) => row.id === id))) throw refuse('itemNotFound', {});
        await own.deleteEntries(tx, ids);
        await told(tx, record, ids);
      });
    },

    async check(owner: Owner, items: readonly { readonly address: string }[], except: number | undefined) {
      const [rows, listed] = await Promise.all([own.ownEntries(db, owner), book.entries(owner.workspaceId)]);
      const others = rows.filter(({ id }) => id !== except);
      const places = { taken: new Set(others.flatMap(placesOf)), waiting: new Set<string>() };
      return judgeEach(items, catalog, places, [...listed.map(({ row }) => row), ...others]);
    },
  };

  /** That something was written is in the log; whom a member keeps is nobody else's business. */
  async function told(tx: Tx, record: Recorder, ids: readonly PersonalEntryId[]): Promise<void> {
    await record(tx, { object: `personal:${ids[0]}`, detail: { entries: String(ids.length) } });
  }
}
