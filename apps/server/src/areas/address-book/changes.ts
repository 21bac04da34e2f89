import { type PayeeOwner, todoType, type WorkspaceId } from '@holdfast/contract';
import {
  type BookChange,
  type BookEntry,
  type BookToken,
  bookTokenKey,
  bookVersionFor,
  entryHash,
  readAttached,
} from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Coin } from '../../catalog.ts';
import { inTransaction } from '../../db/transaction.ts';
import { demandDistinct } from '../../look-alikes.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import * as beneficiaries from './beneficiaries.ts';
import type { BookDeps } from './deps.ts';
import { judgeEach, likenessAmong, soundEntry, takes } from './payees.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

type TokenPlace = Pick<BookToken, 'chain' | 'contract'>;

/** What would be added by changes that are in approval. */
async function waitingEntries({ proposals }: BookDeps, workspaceId: WorkspaceId): Promise<BookEntry[]> {
  const open = await proposals.underWay(workspaceId, { itemType: todoType.addressBook });
  return open.flatMap(({ kind, document }) => readAttached(kind, document).book?.add ?? []);
}

/** What the payee is called whose entry is added, replaced or removed; missing where there are several. */
async function payeeOf(
  db: BookDeps['db'],
  workspaceId: WorkspaceId,
  { add, remove }: Pick<BookChange, 'add' | 'remove'>,
): Promise<{ payee?: string }> {
  if (add.length > 1 || remove.length > 1) return {};
  const label = add[0]?.label ?? (await queries.labelOf(db, workspaceId, remove[0] ?? ''));
  return label === undefined ? {} : { payee: label };
}

const labelsOf = (entries: readonly Pick<BookEntry, 'label'>[]): string[] => entries.map(({ label }) => label);

/** @param owners who is behind the entries that would be added, by their hashes: said here, and signed nowhere */
async function proposeChange(
  { policy, db, proposals }: BookDeps,
  by: Proposer,
  part: Pick<BookChange, 'add' | 'remove'>,
  remark: string,
  record: Recorder,
  owners: ReadonlyMap<string, PayeeOwner | null> = new Map(),
) {
  const { document } = await policy();
  const change: BookChange = {
    v: bookVersionFor(part.add),
    domain: 'holdfast/book/v1',
    deployment: document.deployment,
    prev: await queries.bookHashOf(db, by.workspaceId),
    ...part,
  };
  const counts = { added: String(part.add.length), removed: String(part.remove.length) };
  const subject = { ...counts, ...(await payeeOf(db, by.workspaceId, part)) };
  const made = await proposals.proposeBook(by, change, { itemType: todoType.addressBook, subject, remark });
  const said = [...owners].flatMap(([hash, owner]) => (owner ? [[hash, beneficiaries.contentOf(owner)] as const] : []));
  await inTransaction(db, async (tx) => {
    await beneficiaries.sayOwners(tx, by.workspaceId, owners);
    const told = { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: subject };
    await record(tx, said.length === 0 ? told : { ...told, after: { owners: Object.fromEntries(said) } });
  });
  return made;
}

async function proposePayees(
  deps: BookDeps,
  by: Proposer,
  { wanted, inPlaceOf }: { readonly wanted: readonly rules.Wanted[]; readonly inPlaceOf: string[] },
  remark: string,
  record: Recorder,
) {
  const add = wanted.map((one) => soundEntry(deps.catalog, one));
  const places = add.flatMap(rules.placesOf);
  const listed = await queries.listedEntries(deps.db, by.workspaceId);
  const staying = listed.filter(({ hash }) => !inPlaceOf.includes(hash));
  const taken = new Set(staying.flatMap(rules.placesOf));
  if (new Set(places).size < places.length || places.some((place) => taken.has(place)))
    throw refuse('duplicateAddress', {});
  const waiting = await waitingEntries(deps, by.workspaceId);
  const waitingPlaces = new Set(waiting.flatMap(rules.placesOf));
  if (places.some((place) => waitingPlaces.has(place))) throw refuse('addressInApproval', {});
  demandDistinct(labelsOf(add), labelsOf([...staying, ...waiting]));
  const owners = new Map(add.map((entry, at) => [entryHash(entry), wanted[at]?.owner ?? null]));
  const made = await proposeChange(deps, by, { add, remove: inPlaceOf }, remark, record, owners);
  const similarTo = likenessAmong(listed);
  const similar = add.flatMap(({ address }) => similarTo(address).map((alike) => ({ address, ...alike })));
  return { ...made, similar };
}

async function checkRemovable(
  { policy, db }: BookDeps,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  const [{ document }, listed] = await Promise.all([policy(), queries.listedEntries(db, workspaceId)]);
  const known = new Set(listed.map(({ hash }) => hash));
  if (!ids.every((id) => known.has(id))) throw refuse('itemNotFound', {});
  const named = ids.flatMap((id) => rules.rulesNaming(document, id));
  if (named.length > 0) throw refuse('whitelistDeletion', {}, { rules: named });
}

/** Is a change of this token under way? */
export async function tokenWaiting({ proposals }: BookDeps, workspaceId: WorkspaceId, name: TokenPlace) {
  const open = await proposals.underWay(workspaceId, { itemType: todoType.addressBook });
  return open.find(({ kind, document }) => {
    const { add = [], remove = [] } = readAttached(kind, document).book?.tokens ?? {};
    return [...add, ...remove].some((one) => bookTokenKey(one) === bookTokenKey(name));
  });
}

/** The newest change under way that would list a payee for a coin, and what it calls them; undefined where nobody proposes that. */
export async function payeeWaiting(
  { proposals }: BookDeps,
  workspaceId: WorkspaceId,
  coin: Coin,
  { address, memo }: Pick<BookEntry, 'address' | 'memo'>,
): Promise<{ readonly id: number; readonly label: string } | undefined> {
  // Each that is read is judged: those that do not speak of the address are left out before.
  const open = await proposals.underWay(workspaceId, { itemType: todoType.addressBook, text: address });
  const found = open.flatMap(({ id, kind, document }) => {
    const entry = readAttached(kind, document).book?.add.find(
      (one) => one.address === address && one.memo === memo && takes(one, coin),
    );
    return entry ? [{ id, label: entry.label }] : [];
  });
  return found.toSorted((one, other) => other.id - one.id)[0];
}

/** Proposes that a token is paid with from now on, or no more. */
export async function proposeToken(
  { policy, db, proposals }: BookDeps,
  by: Proposer,
  { symbol, tokens }: { readonly symbol: string; readonly tokens: NonNullable<BookChange['tokens']> },
  remark: string,
  record: Recorder,
) {
  const { document } = await policy();
  const prev = await queries.bookHashOf(db, by.workspaceId);
  const change: BookChange = {
    ...{ v: '3', domain: 'holdfast/book/v1', deployment: document.deployment, prev },
    ...{ add: [], remove: [], tokens },
  };
  const subject = { action: tokens.add.length > 0 ? 'tokenAdd' : 'tokenRemove', symbol };
  const made = await proposals.proposeBook(by, change, { itemType: todoType.addressBook, subject, remark });
  await inTransaction(db, (tx) =>
    record(tx, { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: { symbol } }),
  );
  return made;
}

/** @throws duplicateAddress, addressInApproval, looksAlike, invalidAddress, unsupportedCoin */
export const addPayees = (
  deps: BookDeps,
  by: Proposer,
  wanted: readonly rules.Wanted[],
  remark: string,
  record: Recorder,
) => proposePayees(deps, by, { wanted, inPlaceOf: [] }, remark, record);

/** @throws what `addPayees` and `removePayees` throw; nothingChanges */
export async function editPayee(
  deps: BookDeps,
  by: Proposer,
  id: string,
  wanted: rules.Wanted,
  remark: string,
  record: Recorder,
) {
  await checkRemovable(deps, by.workspaceId, [id]);
  if (entryHash(soundEntry(deps.catalog, wanted)) === id) throw refuse('nothingChanges', {});
  return proposePayees(deps, by, { wanted: [wanted], inPlaceOf: [id] }, remark, record);
}

/**
 * Each by itself, in order, as `addPayees` would judge it; nothing is proposed.
 * @param except the entry whose place they would take
 */
export async function checkPayees(
  deps: BookDeps,
  workspaceId: WorkspaceId,
  items: readonly (Pick<rules.Wanted, 'address'> & object)[],
  except?: string,
) {
  const listed = await queries.listedEntries(deps.db, workspaceId);
  const staying = listed.filter(({ hash }) => hash !== except);
  const open = await waitingEntries(deps, workspaceId);
  const places = { taken: new Set(staying.flatMap(rules.placesOf)), waiting: new Set(open.flatMap(rules.placesOf)) };
  return judgeEach(items, deps.catalog, places, listed, labelsOf([...staying, ...open]));
}

/** @throws whitelistDeletion when a rule names one of them, itemNotFound for one that is not listed */
export async function removePayees(
  deps: BookDeps,
  by: Proposer,
  ids: readonly string[],
  remark: string,
  record: Recorder,
) {
  await checkRemovable(deps, by.workspaceId, ids);
  return proposeChange(deps, by, { add: [], remove: [...new Set(ids)] }, remark, record);
}
