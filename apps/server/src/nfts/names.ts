import type { WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, ReadDb } from '../db/database.ts';

interface NftName {
  readonly chain: string;
  readonly contract: string;
  readonly tokenId: bigint;
}
/** What strangers call it: their word, and shown as such. '' where nobody asked yet, or it has no name. */
interface NftNamed {
  readonly collection: string;
  readonly name: string;
  /** Out of the way: by a member, or since its texts lure people somewhere. */
  readonly folded: boolean;
}
const nobody: NftNamed = { collection: '', name: '', folded: false };
const nameKey = ({ chain, contract, tokenId }: NftName): string => `${chain} ${contract} ${tokenId}`;

/** `sql` of whether a collection of a row is folded away. @param row with workspace_id, chain and contract */
export const isFolded = (row: string) => {
  const of = (name: string) => sql.ref(`${row}.${name}`);
  return sql<boolean>`coalesce(
    (select d.folded from nft_folds d where d.workspace_id = ${of('workspace_id')} and d.chain = ${of('chain')} and d.contract = ${of('contract')}),
    (select bool_or(f.lures) from nft_facts f where f.chain = ${of('chain')} and f.contract = ${of('contract')}), false)`;
};

type Row = NftName & NftNamed;

/** What some are called, with one query for all of them. */
export async function findNftNames(
  db: Db | ReadDb,
  workspaceId: WorkspaceId,
  names: readonly NftName[],
): Promise<(name: NftName) => NftNamed> {
  const wanted = [...new Map(names.map((name) => [nameKey(name), name])).values()];
  if (wanted.length === 0) return () => nobody;
  const asked = JSON.stringify(
    wanted.map(({ chain, contract, tokenId }) => ({ chain, contract, token_id: String(tokenId) })),
  );
  const { rows } = await sql<Row>`select n.chain, n.contract, n.token_id as "tokenId", ${isFolded('n')} as folded,
      coalesce(f.collection, (select max(c.collection) from nft_facts c where c.chain = n.chain and c.contract = n.contract), '') as collection,
      coalesce(f.name, '') as name
    from (select ${workspaceId}::bigint as workspace_id, chain, contract, token_id
        from jsonb_to_recordset(${asked}::jsonb) as t(chain text, contract text, token_id numeric)) n
      left join nft_facts f using (chain, contract, token_id)`.execute(db);
  const found = new Map(rows.map((row) => [nameKey(row), row]));
  return (name) => found.get(nameKey(name)) ?? nobody;
}
