import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { SignerMethods } from '../signers/types.ts';

export type Open = SignerMethods['open']['result']['payments'][number];

/** Keeps what a signer says by now of ended payments that may still be made, in place of what it said before (migration 0074). */
export async function keepOpen(db: Db, signer: string, payments: readonly Open[]): Promise<void> {
  const rows = payments.flatMap(({ id, chain, keys }) => keys.map((key) => ({ id, chain, key })));
  const column = (name: 'id' | 'chain' | 'key'): string[] => rows.map((row) => row[name]);
  const told = sql`unnest(${column('id')}::text[], ${column('chain')}::text[], ${column('key')}::text[])`;
  await inTransaction(db, async (tx) => {
    await sql`delete from open_keys where signer = ${signer}
      and (intent_id, chain, key) not in (select * from ${told} as t (intent_id, chain, key))`.execute(tx);
    await sql`insert into open_keys (signer, intent_id, chain, key) select ${signer}, * from ${told} on conflict do nothing`.execute(
      tx,
    );
  });
}

/** Signers that are configured no more have no say. */
export const forgetOthers = (db: Db, signers: readonly string[]) =>
  db
    .deleteFrom('open_keys')
    .where('signer', '!=', sql<string>`all(${[...signers]})`)
    .execute();
