-- The list of transactions is searched by amount, and filtered by who asked: see docs/decisions/0054. The amount stands before the asset, so that the assets of which
-- there is an amount are found by going from one to the next. What is filtered by beside stands in the index, so that a count looks up no rows.
create index if not exists orders_of_amount on orders (workspace_id, amount, asset_id, created_at desc, id desc) include (status, sub_wallet_id, kind)
  where raises is null and batch_of is null;
create index if not exists deposits_of_amount on deposits (workspace_id, amount, asset_id, created_at desc, id desc) include (status, sub_wallet_id);
create index if not exists orders_of_initiator on orders (workspace_id, initiator, created_at desc, id desc) include (asset_id, status, sub_wallet_id, kind)
  where raises is null and batch_of is null;
