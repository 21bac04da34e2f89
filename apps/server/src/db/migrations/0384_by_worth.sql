-- A transaction is found by what it was worth when it was final: see docs/decisions/0054. What has no value kept is found by its amount, with the price of now: where one
-- amount is usual and most of it is final, the index of all amounts would be gone through for the few that are not.
create index if not exists deposits_by_worth on deposits (workspace_id, worth_cents) where worth_cents is not null;
create index if not exists orders_by_worth on orders (workspace_id, worth_cents) where worth_cents is not null and raises is null and batch_of is null;
create index if not exists deposits_of_no_worth on deposits (workspace_id, amount, asset_id) where worth_cents is null;
create index if not exists orders_of_no_worth on orders (workspace_id, amount, asset_id) where worth_cents is null and raises is null and batch_of is null;
