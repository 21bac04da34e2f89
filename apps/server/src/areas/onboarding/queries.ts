import { proposalStatus, todoType, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Facts } from './rules.ts';

export async function findFacts(db: Db, workspaceId: WorkspaceId): Promise<Facts & { readonly settled: boolean }> {
  const { rows } = await sql<Facts & { settled: boolean }>`select w.first_steps_done_at is not null as settled,
      (select policy_document from installation) as policy,
      exists (select from deposits d where d.workspace_id = w.id and d.credited_at is not null) as funded,
      exists (select from book_entries b where b.workspace_id = w.id and b.removed_at is null) as listed,
      exists (select from upkeep_notes n where n.workspace_id = w.id and n.kind = 'kit') as kit,
      exists (select from upkeep_notes n where n.workspace_id = w.id and n.kind = 'recovery') as drill,
      (select json_build_object('id', p.id, 'name', p.subject ->> 'name') from proposals p where p.workspace_id = w.id
        and p.status = ${proposalStatus.open} and p.item_type = ${todoType.member} and p.subject ->> 'action' = 'add' order by p.id limit 1) as joined
    from workspaces w where w.id = ${workspaceId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no workspace ${workspaceId}`);
  return row;
}

export const settle = (db: Db, workspaceId: WorkspaceId, at: Date) =>
  db
    .updateTable('workspaces')
    .set({ first_steps_done_at: at })
    .where('id', '=', workspaceId)
    .where('first_steps_done_at', 'is', null)
    .execute();
