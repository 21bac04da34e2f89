-- Messages that are signed are listed with calls and allowances.
drop index orders_web3_by_time;
create index orders_web3_by_time on orders (workspace_id, created_at desc, id desc)
  where kind in ('allowance', 'call', 'message') and raises is null and batch_of is null;
-- Nothing of one is sent: it has a signature, and no transaction, nonce or coins.
alter table orders drop constraint orders_paying_is_signed;
alter table orders add constraint orders_paying_is_signed
  check (status not in (1200, 2000, 2300) or kind = 'batch' or (raw is not null and (txid is not null or kind = 'message')));
alter table orders add constraint orders_message_is_unsent
  check (kind <> 'message' or (txid is null and plan is null and broadcast_at is null and max_fee = 0 and amount = 0));
-- Where its chain was when a message was signed: from there on something may be taken by it.
alter table orders add column signed_height int;
