import type { Brc20Change, NewInscription, OpenTransfer, OrdinalState, Tick } from '@holdfast/chains/ordinals';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** What blocks told of inscriptions, in the database: each row with its block, so that a reorganisation takes back what is above it. */

/** A longer body is in no transaction that nodes relay. */
const mostBodyBytes = 400_000;

async function addInscription(tx: Tx, chain: string, one: NewInscription): Promise<void> {
  const { id, height, contentType, body, parents, curse = '', outpoint, offset } = one;
  const kept = body.length > mostBodyBytes ? null : Buffer.from(body);
  await sql`insert into inscriptions (chain, id, number, height, content_type, body, body_bytes, parents, curse)
    select ${chain}, ${id}, coalesce(max(number) + 1, 0), ${height}, ${contentType.replaceAll('\0', '')}, ${kept}, ${body.length}, ${[...parents]}::text[], ${curse}
    from inscriptions where chain = ${chain}`.execute(tx);
  await placed(tx, chain, height, { id, outpoint, offset });
}

interface Placed {
  readonly id: string;
  readonly outpoint: string;
  readonly offset: bigint;
}
const placed = (tx: Tx, chain: string, height: number, { id, outpoint, offset }: Placed) =>
  sql`insert into inscription_places (chain, id, height, outpoint, sat) values (${chain}, ${id}, ${height}, ${outpoint}, ${offset.toString()}::bigint)`.execute(
    tx,
  );

async function findTick(db: Db, chain: string, key: string): Promise<Tick | undefined> {
  const { rows } = await sql<Tick>`
    select tick, max, mint_most as "limit", decimals, self_mint as "selfMint", deploy,
      (select coalesce(sum(available), 0)::numeric from brc20_changes c where c.chain = t.chain and c.key = t.key and c.kind = 'mint') as minted
    from brc20_ticks t where chain = ${chain} and key = ${key}`.execute(db);
  return rows[0];
}

const writeTick = (tx: Tx, chain: string, height: number, key: string, tick: Tick) =>
  tx
    .insertInto('brc20_ticks')
    .values({
      ...{ chain, key, height, tick: tick.tick, max: tick.max, mint_most: tick.limit },
      ...{ decimals: tick.decimals, self_mint: tick.selfMint, deploy: tick.deploy },
    })
    .execute();

async function available(db: Db, chain: string, key: string, holder: string): Promise<bigint> {
  const { rows } = await sql<{ units: bigint }>`select coalesce(sum(available), 0)::numeric as units from brc20_changes
    where chain = ${chain} and key = ${key} and holder = ${holder}`.execute(db);
  return rows[0]?.units ?? 0n;
}

async function openTransfer(db: Db, chain: string, inscription: string): Promise<OpenTransfer | undefined> {
  return db
    .selectFrom('brc20_transfers')
    .select(['key', 'amount', 'holder'])
    .where('chain', '=', chain)
    .where('inscription', '=', inscription)
    .where('used', 'is', null)
    .executeTakeFirst();
}

const writeChange = (tx: Tx, chain: string, height: number, change: Brc20Change) =>
  tx
    .insertInto('brc20_changes')
    .values({ chain, height, ...change })
    .execute();

/** The state of a chain while one block of it is taken in, in the caller's transaction. */
export function stateIn(tx: Tx, chain: string, height: number): OrdinalState {
  return {
    at: async (outpoints) => {
      const { rows } = await sql<Placed>`select id, outpoint, sat::numeric as offset from inscription_places
        where chain = ${chain} and outpoint = any(${[...outpoints]}::text[]) and until is null order by seq`.execute(
        tx,
      );
      return rows;
    },
    add: (one) => addInscription(tx, chain, one),
    move: async (id, outpoint, offset) => {
      await sql`update inscription_places set until = ${height} where chain = ${chain} and id = ${id} and until is null`.execute(
        tx,
      );
      await placed(tx, chain, height, { id, outpoint, offset });
    },
    tick: (key) => findTick(tx, chain, key),
    available: (key, holder) => available(tx, chain, key, holder),
    openTransfer: (inscription) => openTransfer(tx, chain, inscription),
    deploy: async (key, tick) => void (await writeTick(tx, chain, height, key, tick)),
    change: async (change) => void (await writeChange(tx, chain, height, change)),
    open: async (inscription, transfer) =>
      void (await tx
        .insertInto('brc20_transfers')
        .values({ chain, inscription, height, ...transfer })
        .execute()),
    use: async (inscription) =>
      void (await tx
        .updateTable('brc20_transfers')
        .set({ used: height })
        .where('chain', '=', chain)
        .where('inscription', '=', inscription)
        .execute()),
  };
}

/** Takes back everything of blocks above the fork. */
export async function unwindTo(tx: Tx, chain: string, fork: number): Promise<void> {
  for (const table of [
    'brc20_changes',
    'brc20_ticks',
    'brc20_transfers',
    'inscription_places',
    'inscriptions',
    'ordinal_blocks',
  ])
    await sql`delete from ${sql.table(table)} where chain = ${chain} and height > ${fork}`.execute(tx);
  await sql`update brc20_transfers set used = null where chain = ${chain} and used > ${fork}`.execute(tx);
  await sql`update inscription_places set until = null where chain = ${chain} and until > ${fork}`.execute(tx);
}
