-- What the signers said an order's asset was worth when they were shown it, and its value by that in cents: rules about values go by them.
alter table orders
  add column quotes jsonb not null default '[]',
  add column value_cents numeric(78,0) check (value_cents >= 0);
-- Sliding windows look at what was asked for lately and did not end unpaid.
create index orders_for_windows on orders (workspace_id, created_at) where status in (1000, 1100, 1200, 2000);
