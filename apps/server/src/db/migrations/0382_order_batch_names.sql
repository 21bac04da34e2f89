-- A payment of a batch says what the batch is called, so that the inbox compares it as it does the remark: a look for each of thousands of open items would take too
-- long. Nobody changes the name once the batch is asked for.
alter table orders add column batch_name text not null default '';
create function order_named_by_batch() returns trigger language plpgsql as $$ begin
  update orders o set batch_name = b.name from batches b where o.id = new.order_id and b.id = new.batch_id and b.name <> '';
  return null;
end $$;
create trigger name_follows after insert on batch_orders for each row execute function order_named_by_batch();

update orders o set batch_name = b.name from batch_orders x join batches b on b.id = x.batch_id where o.id = x.order_id and b.name <> '';
