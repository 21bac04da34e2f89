-- One address and many comments: each tells of one customer. A comment is never taken back, so that what is paid with an old one is still theirs.
create table customer_memos (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null,
  address_id   bigint not null,
  memo         text not null check (memo ~ '^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$'),
  customer     text not null check (char_length(customer) between 1 and 50),
  created_at   timestamptz not null default now(),
  unique (address_id, memo),
  unique (address_id, customer),
  foreign key (workspace_id, address_id) references addresses (workspace_id, id)
);
create index customer_memos_by_workspace on customer_memos (workspace_id);
-- Whose a deposit is. `unknown`: its address has comments of customers, and it came with none of them; it is the wallet's all the same.
alter table deposits
  add column customer_memo_id bigint references customer_memos,
  add column customer_state text not null default '' check (customer_state in ('', 'known', 'unknown')),
  add check ((customer_state = 'known') = (customer_memo_id is not null));
create index deposits_of_nobody on deposits (workspace_id, created_at desc, id desc) where customer_state = 'unknown';
create index deposits_by_customer on deposits (customer_memo_id) where customer_memo_id is not null;
