-- Calls of contracts are a type of their own. The index that lists are read and counted by says the kind, so that what is counted is not looked up row by row.
create index orders_listed_by_time on orders (workspace_id, created_at desc, id desc) include (kind) where raises is null and batch_of is null;
drop index orders_told_by_time;
-- Calls are few among many orders.
create index orders_web3_by_time on orders (workspace_id, created_at desc, id desc) where kind = 'allowance' and raises is null and batch_of is null;
