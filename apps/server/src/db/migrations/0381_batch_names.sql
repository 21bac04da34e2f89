-- A payment of a batch is found by the batch's name too, which nobody changes once it is asked for.
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
    select b.name into v_batch from batch_orders x join batches b on b.id = x.batch_id where x.order_id = v_id;
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
create function transaction_texts_of_batch() returns trigger language plpgsql as $$ begin
  perform transaction_texts_keep(2, new.order_id);
  return null;
end $$;
create trigger texts_follow after insert on batch_orders for each row execute function transaction_texts_of_batch();

select transaction_texts_keep(2, x.order_id) from batch_orders x join batches b on b.id = x.batch_id where b.name <> '';
