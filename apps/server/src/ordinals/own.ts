import { type ChainConfig, familyOf } from '@holdfast/chains';
import { tickKey } from '@holdfast/chains/ordinals';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Contents, keyOf, type Placed, type TickBalance } from './indexers.ts';

/** What this server found itself. */

/** Of outputs in blocks that it has followed, and which are no other blocks than the ones that the chain watcher took in. */
export async function contentsHere(db: Db, chain: string, outputs: readonly Placed[]): Promise<Contents> {
  const keys = outputs.map(keyOf);
  const { rows } = await sql<{ key: string; ids: string[] }>`
    select asked.key, coalesce(array_agg(p.id) filter (where p.id is not null), '{}') as ids
    from unnest(${keys}::text[], ${outputs.map(({ height }) => height)}::bigint[]) as asked (key, height)
    join ordinal_blocks b on b.chain = ${chain} and b.height = asked.height
    left join chain_blocks w on w.chain = b.chain and w.height = b.height
    left join inscription_places p on p.chain = ${chain} and p.outpoint = asked.key and p.until is null
    where coalesce(w.hash = b.hash, true) group by asked.key`.execute(db);
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}

/** @returns what an address has of a tick */
export async function balanceHere(db: Db, chain: ChainConfig, address: string, tick: string): Promise<TickBalance> {
  const holder = familyOf(chain).ordinals?.holderOf(chain, address) ?? '';
  const { rows } = await sql<TickBalance>`
    select coalesce(sum(available), 0)::numeric as available, coalesce(sum(transferable), 0)::numeric as transferable
    from brc20_changes where chain = ${chain.id} and key = ${tickKey(tick)} and holder = ${holder}`.execute(db);
  return rows[0] ?? { available: 0n, transferable: 0n };
}
