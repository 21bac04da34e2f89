-- The list of transactions reads by index, in the order of the list, whatever it is filtered by: see docs/decisions/0022. What is filtered by coin and by status,
-- of the workspace or of one sub-wallet, is the merge of the (coin, status) pairs that there are; each is one stretch of these.
create index if not exists orders_by_asset on orders (workspace_id, asset_id, status, created_at desc, id desc);
create index if not exists orders_by_sub_wallet_asset on orders (workspace_id, sub_wallet_id, asset_id, status, created_at desc, id desc);
create index if not exists deposits_by_asset on deposits (workspace_id, asset_id, status, created_at desc, id desc);
create index if not exists deposits_by_sub_wallet_asset on deposits (workspace_id, sub_wallet_id, asset_id, status, created_at desc, id desc);

-- The same that were there, in the order of the list. Names of their own, so that a large installation can make them beforehand (docs/upgrading.md).
drop index orders_by_receiver, orders_by_sender, orders_by_txid, deposits_by_receiver, deposits_by_sender, deposits_of_nobody;
create index if not exists orders_by_receiver_in_time on orders (workspace_id, address_to, created_at desc, id desc);
-- What an account paid to itself is found by its receiver.
create index if not exists orders_by_sender_in_time on orders (workspace_id, address_from, created_at desc, id desc) where address_from <> address_to;
create index if not exists deposits_by_receiver_in_time on deposits (workspace_id, address_to, created_at desc, id desc);
create index if not exists deposits_by_sender_in_time on deposits (workspace_id, address_from, created_at desc, id desc) where address_from <> address_to;
create index if not exists deposits_by_customer_state on deposits (workspace_id, customer_state, created_at desc, id desc) where customer_state <> '';
-- Whoever looks for a transaction need not know its chain.
create index if not exists orders_by_transaction on orders (txid) where txid is not null;

-- The tags of transaction_notes, each by the time of what it is on. Only the trigger writes it.
create table transaction_tags (
  workspace_id   bigint not null references workspaces,
  tag            text not null,
  type           smallint not null check (type in (1, 2)),
  created_at     timestamptz not null,
  transaction_id bigint not null,
  primary key (workspace_id, tag, type, created_at, transaction_id)
);
create function transaction_tags_follow() returns trigger language plpgsql as $$
declare
  v_created timestamptz;
begin
  v_created := case new.type when 1 then (select created_at from deposits where id = new.transaction_id)
    else (select created_at from orders where id = new.transaction_id) end;
  if tg_op = 'UPDATE' then
    delete from transaction_tags where workspace_id = new.workspace_id and type = new.type and created_at = v_created
      and transaction_id = new.transaction_id and tag = any(old.tags) and not tag = any(new.tags);
  end if;
  if v_created is not null then
    insert into transaction_tags select new.workspace_id, tag, new.type, v_created, new.transaction_id from unnest(new.tags) as tag on conflict do nothing;
  end if;
  return null;
end $$;
create trigger tags_follow after insert or update on transaction_notes for each row execute function transaction_tags_follow();
insert into transaction_tags (workspace_id, tag, type, created_at, transaction_id)
  select n.workspace_id, t.tag, n.type, coalesce(d.created_at, o.created_at), n.transaction_id
  from transaction_notes n cross join unnest(n.tags) as t (tag)
    left join deposits d on n.type = 1 and d.id = n.transaction_id left join orders o on n.type = 2 and o.id = n.transaction_id
  where coalesce(d.created_at, o.created_at) is not null on conflict do nothing;
drop index transaction_notes_by_tag;
