import { type ChainConfig, familyOf } from '@holdfast/chains';
import { tickKey } from '@holdfast/chains/ordinals';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Contents, keyOf, type Placed, type TickBalance } from './answers.ts';

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

export interface Inscription {
  readonly id: string;
  readonly number: number;
  readonly outpoint: string;
  readonly content_type: string;
  readonly size: number;
  /** What it does of BRC-20; null for nothing. */
  readonly op: 'deploy' | 'mint' | 'inscribe' | null;
  /** Of a transfer that was not used. */
  readonly key: string | null;
  readonly tick: string | null;
  readonly units: bigint | null;
}

export async function inscriptionsAt(db: Db, chain: string, outpoints: readonly string[]): Promise<Inscription[]> {
  const { rows } = await sql<Inscription>`
    select i.id, i.number::int as number, p.outpoint, i.content_type, i.body_bytes as size, t.key, k.tick, t.amount as units,
      (select c.kind from brc20_changes c where c.chain = i.chain and c.inscription = i.id and c.kind = any(${['deploy', 'mint', 'inscribe']}::text[]) order by c.seq limit 1) as op
    from inscription_places p join inscriptions i using (chain, id)
    left join brc20_transfers t on t.chain = i.chain and t.inscription = i.id and t.used is null
    left join brc20_ticks k on k.chain = t.chain and k.key = t.key
    where p.chain = ${chain} and p.outpoint = any(${[...outpoints]}::text[]) and p.until is null order by i.number`.execute(
    db,
  );
  return rows;
}

export const findContent = (db: Db, chain: string, id: string) =>
  db
    .selectFrom('inscriptions')
    .select(['content_type', 'body'])
    .where('chain', '=', chain)
    .where('id', '=', id)
    .executeTakeFirst();

export const findTickFacts = (db: Db, chain: string, key: string) =>
  db
    .selectFrom('brc20_ticks')
    .select(['tick', 'decimals'])
    .where('chain', '=', chain)
    .where('key', '=', key)
    .executeTakeFirst();

export interface OwnTick extends TickBalance {
  readonly tick: string;
  readonly decimals: number;
  readonly address: string;
}

export async function ticksOf(db: Db, chain: ChainConfig, addresses: readonly string[]): Promise<OwnTick[]> {
  const { ordinals } = familyOf(chain);
  if (!ordinals) return [];
  const holders = addresses.map((address) => ordinals.holderOf(chain, address));
  const { rows } = await sql<OwnTick>`
    select t.tick, t.decimals, a.address, sum(c.available)::numeric as available, sum(c.transferable)::numeric as transferable
    from unnest(${[...addresses]}::text[], ${holders}::text[]) as a (address, holder)
    join brc20_changes c on c.chain = ${chain.id} and c.holder = a.holder
    join brc20_ticks t on t.chain = c.chain and t.key = c.key
    group by t.tick, t.decimals, a.address having sum(c.available) > 0 or sum(c.transferable) > 0 order by t.tick, a.address`.execute(
    db,
  );
  return rows;
}
