-- The list of transactions is searched by parts of addresses, and by words of remarks, notes and tags: see docs/decisions/0046. Only triggers write these tables.

-- Every address that was ever paid, or paid in, once (rarely twice, after two at once): a new one costs a row, a known one a look at the index.
create table transaction_parties (
  workspace_id bigint not null references workspaces,
  address      text not null,
  created_at   timestamptz not null default now()
);
create index transaction_parties_by_address on transaction_parties (workspace_id, address);
-- There is no constraint: two payments to a new address at once would wait for each other, and several could do so in a ring.
create function transaction_parties_keep(v_workspace bigint, v_addresses text[]) returns void language sql as $$
  insert into transaction_parties (workspace_id, address)
    select v_workspace, a.address from (select distinct unnest(v_addresses) as address) a
    where a.address <> '' and not exists (select from transaction_parties p where p.workspace_id = v_workspace and p.address = a.address);
$$;
create function transaction_parties_of_order() returns trigger language plpgsql as $$ begin
  perform transaction_parties_keep(new.workspace_id, array[new.address_to] || array(select e ->> 'address' from jsonb_array_elements(new.outputs) e));
  return null;
end $$;
create trigger parties_follow after insert on orders for each row when (new.raises is null and new.batch_of is null) execute function transaction_parties_of_order();
create function transaction_parties_of_deposit() returns trigger language plpgsql as $$ begin
  perform transaction_parties_keep(new.workspace_id, array[new.address_from]);
  return null;
end $$;
create trigger parties_follow after insert on deposits for each row execute function transaction_parties_of_deposit();

-- What people wrote on a transaction, in small letters: nothing of one on which they wrote nothing.
create table transaction_texts (
  workspace_id   bigint not null references workspaces,
  type           smallint not null check (type in (1, 2)),
  transaction_id bigint not null,
  created_at     timestamptz not null,
  text           text not null check (text <> ''),
  primary key (type, transaction_id)
);
create index transaction_texts_by_time on transaction_texts (workspace_id, created_at desc);
create function transaction_texts_keep(v_type int, v_id bigint) returns void language plpgsql as $$
declare
  v record;
  n record;
  v_text text;
begin
  if v_type = 1 then
    select workspace_id, created_at, remark into v from deposits where id = v_id;
  else
    select workspace_id, created_at, remark into v from orders where id = v_id and raises is null and batch_of is null;
  end if;
  if not found then
    return;
  end if;
  select note, array_to_string(tags, E'\n') as tags into n from transaction_notes where workspace_id = v.workspace_id and type = v_type and transaction_id = v_id;
  v_text := lower(concat_ws(E'\n', nullif(v.remark, ''), nullif(n.note, ''), nullif(n.tags, '')));
  if v_text = '' then
    delete from transaction_texts where type = v_type and transaction_id = v_id;
  else
    insert into transaction_texts (workspace_id, type, transaction_id, created_at, text) values (v.workspace_id, v_type, v_id, v.created_at, v_text)
      on conflict (type, transaction_id) do update set text = excluded.text;
  end if;
end $$;
create function transaction_texts_of_order() returns trigger language plpgsql as $$ begin
  perform transaction_texts_keep(2, new.id);
  return null;
end $$;
create trigger texts_follow after insert on orders for each row when (new.remark <> '') execute function transaction_texts_of_order();
create trigger texts_follow_on after update of remark on orders for each row when (new.remark is distinct from old.remark) execute function transaction_texts_of_order();
create function transaction_texts_of_deposit() returns trigger language plpgsql as $$ begin
  perform transaction_texts_keep(1, new.id);
  return null;
end $$;
create trigger texts_follow after insert on deposits for each row when (new.remark <> '') execute function transaction_texts_of_deposit();
create trigger texts_follow_on after update of remark on deposits for each row when (new.remark is distinct from old.remark) execute function transaction_texts_of_deposit();
create function transaction_texts_of_note() returns trigger language plpgsql as $$ begin
  perform transaction_texts_keep(new.type, new.transaction_id);
  return null;
end $$;
create trigger texts_follow after insert or update on transaction_notes for each row execute function transaction_texts_of_note();

-- What is there already.
insert into transaction_parties (workspace_id, address)
  select workspace_id, address_from from deposits where address_from <> ''
  union select workspace_id, address_to from orders where raises is null and batch_of is null and address_to <> ''
  union select o.workspace_id, e ->> 'address' from orders o cross join jsonb_array_elements(o.outputs) e
    where jsonb_array_length(o.outputs) > 1 and o.raises is null and o.batch_of is null;
insert into transaction_texts (workspace_id, type, transaction_id, created_at, text)
  select workspace_id, type, id, created_at, text from (
    select d.workspace_id, 1 as type, d.id, d.created_at,
        lower(concat_ws(E'\n', nullif(d.remark, ''), nullif(n.note, ''), nullif(array_to_string(n.tags, E'\n'), ''))) as text
      from deposits d left join transaction_notes n on n.workspace_id = d.workspace_id and n.type = 1 and n.transaction_id = d.id
    union all
    select o.workspace_id, 2, o.id, o.created_at,
        lower(concat_ws(E'\n', nullif(o.remark, ''), nullif(n.note, ''), nullif(array_to_string(n.tags, E'\n'), '')))
      from orders o left join transaction_notes n on n.workspace_id = o.workspace_id and n.type = 2 and n.transaction_id = o.id
      where o.raises is null and o.batch_of is null) all_texts
  where text <> '';

-- Any part of them, where the server has the means for it (as in 0125); without it they are found all the same, by reading the table.
do $$ begin
  create index transaction_parties_by_part on transaction_parties using gin (lower(address) gin_trgm_ops);
  create index transaction_texts_by_part on transaction_texts using gin (text gin_trgm_ops);
  create index book_entries_by_part on book_entries using gin (lower(label) gin_trgm_ops) where removed_at is null;
exception when undefined_object then
  raise notice 'pg_trgm is not there: transactions are searched without an index';
end $$;
