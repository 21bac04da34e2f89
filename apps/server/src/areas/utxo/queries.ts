import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';

/** Height of the last block that was taken in; 0 before the first. */
export const findTip = async (db: Db, chain: string): Promise<number> =>
  (await db.selectFrom('chain_state').select('height').where('chain', '=', chain).executeTakeFirst())?.height ?? 0;

/** The sub-wallet's own address, to which its outputs could be paid together. */
export const findFirstAddress = async (
  db: Db,
  chain: string,
  of: { readonly workspace_id: WorkspaceId; readonly sub_wallet_id: SubWalletId },
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('addresses')
    .select('address')
    .where('workspace_id', '=', of.workspace_id)
    .where('sub_wallet_id', '=', of.sub_wallet_id)
    .where('chain', '=', chain)
    .where('branch', '=', 0)
    .orderBy('index')
    .executeTakeFirst();
  return row?.address;
};

export type ConsolidationRule = Selectable<Database['consolidation_rules']>;

export const findRule = (db: Db, chain: string, subWalletId: SubWalletId): Promise<ConsolidationRule | undefined> =>
  db
    .selectFrom('consolidation_rules')
    .selectAll()
    .where('chain', '=', chain)
    .where('sub_wallet_id', '=', subWalletId)
    .executeTakeFirst();

/** Rules of whose being due nobody was told since. */
export const findUntold = (db: Db, since: Date): Promise<ConsolidationRule[]> =>
  db
    .selectFrom('consolidation_rules')
    .selectAll()
    .where(sql<boolean>`coalesce(told_at <= ${since}, true)`)
    .orderBy('sub_wallet_id')
    .execute();

type NewRule = Pick<ConsolidationRule, 'workspace_id' | 'sub_wallet_id' | 'chain' | 'most_rate' | 'more_than'>;
/** What it says from now on; who was told of the old one is told of it anew. */
export const saveRule = (tx: Tx, rule: NewRule) =>
  tx
    .insertInto('consolidation_rules')
    .values(rule)
    .onConflict((oc) =>
      oc
        .columns(['sub_wallet_id', 'chain'])
        .doUpdateSet({ most_rate: rule.most_rate, more_than: rule.more_than, told_at: null }),
    )
    .execute();

export const dropRule = (tx: Tx, { sub_wallet_id, chain }: Pick<NewRule, 'sub_wallet_id' | 'chain'>) =>
  tx.deleteFrom('consolidation_rules').where('sub_wallet_id', '=', sub_wallet_id).where('chain', '=', chain).execute();

/** What members are told, once, whatever number of processes finds it due; a trigger puts it where it is carried on from. */
export const tell = (
  db: Db,
  { chain, sub_wallet_id }: Pick<ConsolidationRule, 'chain' | 'sub_wallet_id'>,
  since: Date,
  now: Date,
  told: { readonly symbol: string; readonly count: number; readonly rate: string },
) =>
  sql`update consolidation_rules set told_at = ${now}, told = ${JSON.stringify(told)}::jsonb
    where chain = ${chain} and sub_wallet_id = ${sub_wallet_id} and coalesce(told_at <= ${since}, true)`.execute(db);
