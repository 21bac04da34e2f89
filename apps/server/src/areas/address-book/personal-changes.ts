import { maxPersonalEntries, type PersonalEntryId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { demandDistinct } from '../../look-alikes.ts';
import { refuse } from '../../refuse.ts';
import { soundEntry } from './payees.ts';
import type { PersonalDeps } from './personal-deps.ts';
import type { Owner, PersonalRow } from './personal-queries.ts';
import * as own from './personal-queries.ts';
import { placesOf, type Wanted } from './rules.ts';

export type Kept = Wanted & { readonly note: string };

const contentOf = ({ catalog }: PersonalDeps, { note, ...wanted }: Kept) => ({ ...soundEntry(catalog, wanted), note });

/** Within one lock of the member, so that the limit and the places hold. @throws itemNotFound, duplicateAddress, tooManyRows */
const write = <T>(
  { db }: PersonalDeps,
  owner: Owner,
  work: (tx: Tx, kept: readonly PersonalRow[]) => Promise<T>,
): Promise<T> =>
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

/** Labels are read beside those of either book. @throws looksAlike */
async function checkLabels(
  { book }: PersonalDeps,
  { workspaceId }: Owner,
  kept: readonly PersonalRow[],
  wanted: readonly Kept[],
): Promise<void> {
  const listed = await book.entries(workspaceId);
  const there = [...listed.map(({ row }) => row.label), ...kept.map(({ label }) => label)];
  demandDistinct(
    wanted.map(({ label }) => label),
    there,
  );
}

/** That something was written is in the log; whom a member keeps is nobody else's business. */
async function told(tx: Tx, record: Recorder, ids: readonly PersonalEntryId[]): Promise<void> {
  await record(tx, { object: `personal:${ids[0]}`, detail: { entries: String(ids.length) } });
}

/** @throws invalidAddress, unsupportedCoin, duplicateAddress, looksAlike, tooManyRows */
export function addPersonal(
  deps: PersonalDeps,
  owner: Owner,
  items: readonly Kept[],
  record: Recorder,
): Promise<PersonalEntryId[]> {
  const contents = items.map((one) => contentOf(deps, one));
  return write(deps, owner, async (tx, kept) => {
    if (kept.length + contents.length > maxPersonalEntries) throw refuse('tooManyRows', { max: maxPersonalEntries });
    checkPlaces(kept, contents);
    await checkLabels(deps, owner, kept, items);
    const ids: PersonalEntryId[] = [];
    for (const content of contents) ids.push(await own.insertEntry(tx, owner, content));
    await told(tx, record, ids);
    return ids;
  });
}

/** @throws itemNotFound, invalidAddress, unsupportedCoin, duplicateAddress, looksAlike */
export function editPersonal(
  deps: PersonalDeps,
  owner: Owner,
  id: PersonalEntryId,
  item: Kept,
  record: Recorder,
): Promise<void> {
  const content = contentOf(deps, item);
  return write(deps, owner, async (tx, kept) => {
    if (!kept.some((row) => row.id === id)) throw refuse('itemNotFound', {});
    const others = kept.filter((row) => row.id !== id);
    checkPlaces(others, [content]);
    await checkLabels(deps, owner, others, [item]);
    await own.updateEntry(tx, id, content);
    await told(tx, record, [id]);
  });
}

/** @throws itemNotFound when one of them is not the member's */
export function removePersonal(
  deps: PersonalDeps,
  owner: Owner,
  ids: readonly PersonalEntryId[],
  record: Recorder,
): Promise<void> {
  return write(deps, owner, async (tx, kept) => {
    if (!ids.every((id) => kept.some((row) => row.id === id))) throw refuse('itemNotFound', {});
    await own.deleteEntries(tx, ids);
    await told(tx, record, ids);
  });
}
