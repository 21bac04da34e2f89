import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { AddedToken } from '../../catalog.ts';
import type { Db } from '../../db/database.ts';
import type { AssetId } from '../../ledger/service.ts';

/** All that members added, or what came after the last one that is known. */
export const findAddedTokens = (db: Db, after: number): Promise<(AddedToken & { readonly row: number })[]> =>
  db
    .selectFrom('added_tokens as t')
    .innerJoin('assets as a', 'a.id', 't.asset_id')
    .select(['a.id', 'a.chain', 'a.contract', 'a.symbol', 'a.decimals', 't.name', 't.id as row'])
    .where('t.id', '>', after)
    .orderBy('t.id')
    .execute();

export interface NewToken {
  readonly workspaceId: WorkspaceId;
  readonly assetId: AssetId;
  readonly name: string;
  readonly warnings: readonly string[];
  readonly remark: string;
  readonly userId: UserId;
}
/** Undefined when somebody has added it already. */
export const insertToken = async (db: Db, token: NewToken): Promise<number | undefined> => {
  const row = await db
    .insertInto('added_tokens')
    .values({
      workspace_id: token.workspaceId,
      asset_id: token.assetId,
      name: token.name,
      warnings: [...token.warnings],
      remark: token.remark,
      added_by: token.userId,
    })
    .onConflict((oc) => oc.column('asset_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
};

export const findToken = (db: Db, assetId: AssetId) =>
  db.selectFrom('added_tokens').selectAll().where('asset_id', '=', assetId).executeTakeFirst();
