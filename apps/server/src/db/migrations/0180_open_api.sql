-- What the server lets an API client do, where, and how often: its own limits, on top of what the rules hold it to at the signers. They only ever deny.
alter table api_clients
  add column scopes text[] not null default '{read,withdraw}',
  -- Empty: every sub-wallet.
  add column sub_wallet_ids int[] not null default '{}',
  -- Null: what the server's configuration gives anybody.
  add column per_minute int check (per_minute between 1 and 60000);
alter table api_clients alter column scopes drop default, alter column sub_wallet_ids drop default;

-- Addresses that were asked for by an id of the caller's own: the same id is given the same ones, whatever was interrupted in between. No two requests get the same index.
create table address_requests (
  workspace_id bigint not null references workspaces,
  request_id text not null,
  request_hash text not null,
  sub_wallet_id int not null references sub_wallets,
  chain text not null,
  branch int not null,
  first int not null,
  count int not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, request_id)
);
create index address_requests_of_wallet on address_requests (sub_wallet_id, chain, branch, first);
