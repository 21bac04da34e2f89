import type { Installation } from './installation.ts';

/** Where a superuser holds an order so that its row can be edited there: before a nonce is taken, after both signers admitted it, before it is sent. */
export type Held = 'approved' | 'admitted' | 'signed';

/** Statements in one transaction without any trigger or foreign key, as only a superuser can; guards of the table are checks that are dropped. */
export async function force(
  { sql }: Installation,
  text: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const names = Object.keys(params);
  const named = names.reduce((all, name) => all.replaceAll(`:${name}:`, literal(params[name])), text);
  await sql(`begin; set local session_replication_role = replica; ${named}; commit`);
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `'${text.replaceAll("'", "''")}'`;
};

/** What the superuser adds to the database first: no more checks, two orders for one intent, and a trigger that stops single orders and proposals. */
export async function takeOver({ sql }: Installation): Promise<void> {
  await sql(`do $$ declare c record; begin
    for c in select conrelid::regclass as of_table, conname from pg_constraint
      where (contype = 'c' or conname = 'orders_intent_id_key') and conrelid::regclass::text in ('orders', 'proposals', 'order_approvals', 'proposal_approvals') loop
      execute format('alter table %s drop constraint %I', c.of_table, c.conname);
    end loop; end $$`);
  await sql('create table held (of_table text, id bigint, stage text, primary key (of_table, id))');
  await sql(`create function hold() returns trigger language plpgsql as $$ declare s text; begin
    select stage into s from held where of_table = tg_table_name and id = new.id;
    if s = 'approved' and tg_table_name = 'proposals' and new.status = 5 then new.next_at := 'infinity'; end if;
    if tg_table_name = 'orders' then
      if s = 'approved' and new.status = 1100 then new.next_at := 'infinity'; end if;
      if s = 'signed' and new.status = 1200 then new.next_at := 'infinity'; end if;
      if s = 'admitted' and old.failures < new.failures then new.next_at := 'infinity'; end if;
    end if;
    return new; end $$`);
  await sql(`create function hold_exposed() returns trigger language plpgsql as $$ begin
    if exists (select from held where of_table = 'orders' and id = new.id and stage = 'admitted') then raise exception 'held'; end if;
    return new; end $$`);
  for (const table of ['orders', 'proposals'])
    await sql(`create trigger zz_hold before update on ${table} for each row execute function hold()`);
  await sql(`create trigger zz_exposed before update of exposed_at on orders for each row
    when (old.exposed_at is null and new.exposed_at is not null) execute function hold_exposed()`);
}

export const hold = (
  { sql }: Installation,
  table: 'orders' | 'proposals',
  id: number,
  stage: Held,
): Promise<unknown[]> => sql('insert into held values ($1, $2, $3)', [table, id, stage]);

/** The edited row goes on: whatever the server does with it, it does now. */
export async function release(installation: Installation, table: 'orders' | 'proposals', id: number): Promise<void> {
  await installation.sql('delete from held where of_table = $1 and id = $2', [table, id]);
  await force(installation, `update ${table} set next_at = now(), lease_until = null where id = :id:`, { id });
}
