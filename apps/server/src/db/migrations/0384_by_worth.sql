-- A transaction is found by what it was worth when it was final: see docs/decisions/0054. What has no value kept is found by its amount, with the price of now.
create index if not exists deposits_by_worth on deposits (workspace_id, worth_cents) where worth_cents is not null;
create index if not exists orders_by_worth on orders (workspace_id, worth_cents) where worth_cents is not null and raises is null and batch_of is null;
