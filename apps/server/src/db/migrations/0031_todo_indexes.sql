-- The to-do list reads what is open, newest first, and pages through what ended without a payment; both are few among many orders.
create index orders_open_by_time on orders (workspace_id, created_at desc, id desc) where status = 1000;
create index orders_ended_by_time on orders (workspace_id, status, created_at desc, id desc) where status in (2100, 2200, 2201, 2202);
