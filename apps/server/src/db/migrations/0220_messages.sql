-- Messages that are signed are listed with calls and allowances.
drop index orders_web3_by_time;
create index orders_web3_by_time on orders (workspace_id, created_at desc, id desc)
  where kind in ('allowance', 'call', 'message') and raises is null and batch_of is null;
