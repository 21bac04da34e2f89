import type { PayeeOwner, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';
import * as queries from './queries.ts';

type Row = Awaited<ReturnType<typeof queries.beneficiaries>>[number];

const ownerOf = ({ name, vasp, self_hosted }: Row): PayeeOwner => ({ name, vasp, self_hosted: self_hosted ? 1 : 0 });
const rowOf = ({ name, vasp, self_hosted }: PayeeOwner) => ({ name, vasp, self_hosted: self_hosted === 1 });

/** Who is behind the entries' addresses, by their hashes; of one of them where its hash is given. */
export async function ownersOf(
  db: Db,
  workspaceId: WorkspaceId,
  hash?: string,
): Promise<ReadonlyMap<string, PayeeOwner>> {
  const rows = await queries.beneficiaries(db, workspaceId, hash);
  return new Map(rows.map((row) => [row.hash, ownerOf(row)]));
}

/** Keeps what is said along with a proposal, in place of what was ever said of the same entries; it shows once they are listed. */
export async function sayOwners(
  tx: Tx,
  workspaceId: WorkspaceId,
  owners: ReadonlyMap<string, PayeeOwner | null>,
): Promise<void> {
  if (owners.size === 0) return;
  const said = [...owners].flatMap(([hash, owner]) => (owner ? [{ hash, ...rowOf(owner) }] : []));
  await queries.replaceBeneficiaries(tx, workspaceId, [...owners.keys()], said);
}

/**
 * Forgets whoever was said to be behind entries that are neither listed nor about to be: taken out, or proposed in vain. The audit log keeps hashes of
 * it alone. Doing it again changes nothing.
 */
export const forgetOwners = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    // In this order: a proposal made before is seen, and one made later says its owners once this has ended; what was listed meanwhile is left alone.
    const unlisted = await queries.lockUnlisted(tx);
    if (unlisted.length === 0) return;
    const keyOf = ({ workspace_id, hash }: queries.EntryKey): string => `${workspace_id}|${hash}`;
    const waiting = new Set((await queries.waitingEntries(tx)).map(keyOf));
    await queries.dropBeneficiaries(
      tx,
      unlisted.filter((one) => !waiting.has(keyOf(one))),
    );
  });

/** As the audit log commits to it: by a hash alone, since people wrote it. */
export const contentOf = (owner: PayeeOwner) => ({ ...owner, self_hosted: String(owner.self_hosted) });

const same = (a: PayeeOwner | null, b: PayeeOwner | null): boolean =>
  a?.name === b?.name && a?.vasp === b?.vasp && a?.self_hosted === b?.self_hosted;

/** Says who is behind a listed entry's address; saying the same again leaves no trace. @throws itemNotFound */
export const saveOwner = (
  db: Db,
  workspaceId: WorkspaceId,
  { entry_id: id, owner }: { readonly entry_id: string; readonly owner: PayeeOwner | null },
  record: Recorder,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await queries.lockListed(tx, workspaceId, id))) throw refuse('itemNotFound', {});
    const before = (await ownersOf(tx, workspaceId, id)).get(id) ?? null;
    if (same(before, owner)) return;
    await sayOwners(tx, workspaceId, new Map([[id, owner]]));
    await record(tx, {
      object: `payee:${id}`,
      ...(before ? { before: contentOf(before) } : {}),
      ...(owner ? { after: contentOf(owner) } : {}),
    });
  });
