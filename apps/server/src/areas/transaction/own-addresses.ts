import type { WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';

interface Party {
  readonly chain: string;
  readonly address: string;
}

/** Which of these are addresses of the workspace. */
export async function findOwn(
  db: ReadDb,
  workspaceId: WorkspaceId,
  parties: readonly Party[],
): Promise<(party: Party) => boolean> {
  const [chains, addresses] = [parties.map(({ chain }) => chain), parties.map(({ address }) => address)];
  const { rows } = await sql<Party>`select a.chain, a.address
    from (select distinct * from unnest(${chains}::text[], ${addresses}::text[]) as p (chain, address)) asked
    join addresses a using (chain, address) where a.workspace_id = ${workspaceId}`.execute(db);
  const own = new Set(rows.map(({ chain, address }) => `${chain} ${address}`));
  return ({ chain, address }) => own.has(`${chain} ${address}`);
}
