-- The inbox finds a batch by what its rows remark of each payee, as the list of transactions does (0385). That is written down once for both, each remark once and in
-- small letters: to take hundreds of rows apart for each of thousands of items takes some seven times as long. It is made anew only as long as somebody writes the draft.
-- No index of it is needed: an item looks up its own batch, by the index of batch_orders.
create function remarks_of_rows(p_payees jsonb) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(distinct lower(p ->> 'remark') collate "C", E'\n'), '') from jsonb_array_elements(p_payees) p where p ->> 'remark' <> ''
$$;
alter table batches add column row_remarks text not null generated always as (remarks_of_rows(payees)) stored;

create or replace function transaction_texts_keep(v_type int, v_id bigint) returns void language plpgsql as $$
declare
  v record;
  n record;
  v_batch text;
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
  if v_type = 2 then
    select concat_ws(E'\n', nullif(b.name, ''), nullif(b.row_remarks, '')) into v_batch
      from batch_orders x join batches b on b.id = x.batch_id where x.order_id = v_id;
  end if;
  select note, array_to_string(tags, E'\n') as tags into n from transaction_notes where workspace_id = v.workspace_id and type = v_type and transaction_id = v_id;
  v_text := lower(concat_ws(E'\n', nullif(v.remark, ''), nullif(n.note, ''), nullif(n.tags, ''), nullif(v_batch, '')));
  if v_text = '' then
    delete from transaction_texts where type = v_type and transaction_id = v_id;
  else
    insert into transaction_texts (workspace_id, type, transaction_id, created_at, text) values (v.workspace_id, v_type, v_id, v.created_at, v_text)
      on conflict (type, transaction_id) do update set text = excluded.text;
  end if;
end $$;
