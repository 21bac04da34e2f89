import { randomBytes, randomUUID } from 'node:crypto';
import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { testChains } from '@holdfast/testkit';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog.ts';
import type { Db } from '../../db/database.ts';
import { move, post } from '../postings.ts';
import type { AssetId } from '../service.ts';
import { catalogIn, idOf } from './assets.ts';

export interface People {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly subWallets: readonly SubWalletId[];
}
export interface Books extends People {
  /** The coins of the test chains. */
  readonly catalog: Catalog;
  readonly id: (symbol: string) => AssetId;
}

/** A workspace with sub-wallets and nothing else; at any version of the schema. */
export async function makePeople(db: Db, subWallets = 1): Promise<People> {
  const key = randomBytes(16).toString('hex');
  const hex = 'a'.repeat(64);
  await sql`insert into key_groups values (${key}, ${`02${hex}`}, ${hex}, ${hex}, ${hex}, 1, 2)`.execute(db);
  const user = await sql<{ id: UserId }>`insert into users (email, nick_name, password_hash, totp_secret)
    values (${`${key}@example.test`}, 'o', 'x', 'y') returning id`.execute(db);
  const userId = user.rows[0]?.id as UserId;
  const workspace = await sql<{
    id: WorkspaceId;
  }>`insert into workspaces (name, key_group_id) values ('w', ${key}) returning id`.execute(db);
  const workspaceId = workspace.rows[0]?.id as WorkspaceId;
  const made = await sql<{ id: SubWalletId }>`insert into sub_wallets (workspace_id, name, type, created_by, status)
    select ${workspaceId}::bigint, 's' || n, 1, ${userId}::bigint, 'active' from generate_series(1, ${subWallets}::int) n returning id`.execute(
    db,
  );
  return { workspaceId, userId, subWallets: made.rows.map((row) => row.id) };
}

/** The same with coins, for tests of the books alone. */
export async function makeBooks(db: Db, subWallets = 1): Promise<Books> {
  const catalog = await catalogIn(db, testChains);
  return {
    ...(await makePeople(db, subWallets)),
    catalog,
    id: (symbol) => catalog.coin({ symbol }).asset.id,
  };
}

/** Gives a sub-wallet coins, as a deposit would. */
export async function fund(
  db: Db,
  books: Pick<Books, 'workspaceId'>,
  subWalletId: SubWalletId,
  symbol: string,
  amount: bigint,
): Promise<void> {
  const entries = move(subWalletId, await idOf(db, symbol), 'chain', 'available', amount);
  await post(db, { workspaceId: books.workspaceId, kind: 'deposit_credited', ref: `test:${randomUUID()}`, entries });
}
