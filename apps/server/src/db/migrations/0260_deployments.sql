-- Contracts that are deployed are listed with calls, messages, allowances and inscriptions.
drop index orders_web3_by_time;
create index orders_web3_by_time on orders (workspace_id, created_at desc, id desc)
  where kind in ('allowance', 'call', 'message', 'deploy', 'inscription') and raises is null and batch_of is null;
