import type { WorkspaceId } from '@holdfast/contract';
import { type Book, bookTokenKey, parseBookChange } from '@holdfast/policy';
import type { Tx } from '../../db/database.ts';
import type { Proposal } from '../../proposals/service.ts';
import type { BookDeps } from './deps.ts';
import * as queries from './queries.ts';

/** What the signers have taken over; open changes are asked for again on top of it. */
export async function applyPassed(
  { clock, proposals }: BookDeps,
  tx: Tx,
  { workspace_id: workspaceId, document }: Proposal,
): Promise<void> {
  await queries.applyChange(tx, workspaceId, parseBookChange(document), clock());
  await proposals.bookChanged(tx, workspaceId);
}

/** The book as it stands, as the signers count it. */
export async function currentBook({ db }: BookDeps, workspaceId: WorkspaceId): Promise<Book> {
  // In this order: entries may be older than the hash, and a change that no longer fits is then refused by the signers.
  const rows = await queries.listedEntries(db, workspaceId);
  const tokens = await queries.bookTokens(db, workspaceId);
  const hash = await queries.bookHashOf(db, workspaceId);
  const entries = rows.map(({ hash: key, chains, address, memo, assets, label, since }) => {
    const entry = { chains, address, memo, assets, label };
    return [key, { entry, since: since.getTime() }] as const;
  });
  return { hash, entries: new Map(entries), tokens: new Map(tokens.map((one) => [bookTokenKey(one), one])) };
}
