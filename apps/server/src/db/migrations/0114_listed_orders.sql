-- Lists tell of payments, and of attempts at one only with it: what they read in the order of time holds nothing else, so that rows are counted by the index alone.
create index if not exists orders_listed_by_time on orders (workspace_id, created_at desc, id desc) where raises is null;
drop index orders_by_time;
