-- What lists filter and count by stands in the index, so that a count to 10,000 looks up no rows: at ten million rows these lie all over the disk. See
-- docs/decisions/0034. Names of their own, so that a large installation can make them beforehand (docs/upgrading.md).
create index if not exists orders_of_asset on orders (workspace_id, asset_id, status, created_at desc, id desc) include (kind)
  where raises is null and batch_of is null;
create index if not exists orders_of_sub_wallet_asset on orders (workspace_id, sub_wallet_id, asset_id, status, created_at desc, id desc) include (kind)
  where raises is null and batch_of is null;
create index if not exists orders_of_sub_wallet on orders (workspace_id, sub_wallet_id, created_at desc, id desc) include (kind, raises, batch_of);
create index if not exists orders_of_status on orders (workspace_id, status, created_at desc, id desc) include (kind, raises, batch_of);
create index if not exists orders_of_receiver on orders (workspace_id, address_to, created_at desc, id desc)
  include (asset_id, status, sub_wallet_id, kind, raises, batch_of);
create index if not exists orders_of_sender on orders (workspace_id, address_from, created_at desc, id desc)
  include (asset_id, status, sub_wallet_id, kind, raises, batch_of) where address_from <> address_to;
drop index orders_by_asset, orders_by_sub_wallet_asset, orders_by_sub_wallet, orders_by_status, orders_by_receiver_in_time, orders_by_sender_in_time;

create index if not exists deposits_of_receiver on deposits (workspace_id, address_to, created_at desc, id desc) include (asset_id, status, sub_wallet_id);
create index if not exists deposits_of_sender on deposits (workspace_id, address_from, created_at desc, id desc) include (asset_id, status, sub_wallet_id)
  where address_from <> address_to;
create index if not exists deposits_of_customers on deposits (workspace_id, customer_state, created_at desc, id desc)
  include (asset_id, status, sub_wallet_id) where customer_state <> '';
-- When an address last received something is asked for each that is listed, and one may have received a million times.
create index if not exists deposits_of_address on deposits (address_id, created_at desc);
drop index deposits_by_receiver_in_time, deposits_by_sender_in_time, deposits_by_customer_state, deposits_by_address;

-- A tag says of which coin and sub-wallet it is. Attempts at a payment, and rows of a batch, are in no list, and neither are their tags.
alter table transaction_tags add column asset_id int, add column sub_wallet_id int;
delete from transaction_tags t using orders o where t.type = 2 and o.id = t.transaction_id and (o.raises is not null or o.batch_of is not null);
update transaction_tags t set asset_id = d.asset_id, sub_wallet_id = d.sub_wallet_id from deposits d where t.type = 1 and d.id = t.transaction_id;
update transaction_tags t set asset_id = o.asset_id, sub_wallet_id = o.sub_wallet_id from orders o where t.type = 2 and o.id = t.transaction_id;
delete from transaction_tags where asset_id is null;
alter table transaction_tags alter column asset_id set not null, alter column sub_wallet_id set not null,
  drop constraint transaction_tags_pkey, add primary key (workspace_id, tag, type, created_at, transaction_id) include (asset_id, sub_wallet_id);
create or replace function transaction_tags_follow() returns trigger language plpgsql as $$
declare
  v record;
begin
  if new.type = 1 then
    select created_at, asset_id, sub_wallet_id into v from deposits where id = new.transaction_id;
  else
    select created_at, asset_id, sub_wallet_id into v from orders where id = new.transaction_id and raises is null and batch_of is null;
  end if;
  if not found then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from transaction_tags where workspace_id = new.workspace_id and type = new.type and created_at = v.created_at
      and transaction_id = new.transaction_id and tag = any(old.tags) and not tag = any(new.tags);
  end if;
  insert into transaction_tags (workspace_id, tag, type, created_at, transaction_id, asset_id, sub_wallet_id)
    select new.workspace_id, tag, new.type, v.created_at, new.transaction_id, v.asset_id, v.sub_wallet_id from unnest(new.tags) as tag on conflict do nothing;
  return null;
end $$;
