-- Rows of a batch are shown with it, as attempts are with their payment: neither stands in the index that lists read and count by.
create index orders_told_by_time on orders (workspace_id, created_at desc, id desc) where raises is null and batch_of is null;
drop index orders_listed_by_time;
