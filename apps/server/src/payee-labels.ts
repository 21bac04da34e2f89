import type { WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { ReadDb } from './db/database.ts';

/** Who is paid, or has paid. */
interface Party {
  readonly chain: string;
  readonly address: string;
  readonly memo: string;
}
/** What members call them in their address book; '' for whom it does not list. */
export type LabelOf = (party: Party) => string;

const keyOf = ({ chain, address, memo }: Party): string => `${chain} ${address} ${memo}`;

/** What the address book calls these addresses, by chain, address and memo: behind one address of an exchange stand many. */
export async function findLabels(db: ReadDb, workspaceId: WorkspaceId, addresses: readonly string[]): Promise<LabelOf> {
  if (addresses.length === 0) return () => '';
  const rows = await db
    .selectFrom('book_entries')
    .select(['chains', 'address', 'memo', 'label'])
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`address = any(${[...new Set(addresses)]}::text[])`)
    .orderBy('since')
    .execute();
  const labels = new Map(
    rows.flatMap(({ chains, address, memo, label }) => chains.map((chain) => [keyOf({ chain, address, memo }), label])),
  );
  return (party) => labels.get(keyOf(party)) ?? '';
}
