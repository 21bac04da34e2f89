-- Swaps of one asset for another. What a swap was offered at: kept with its end, and used by one trade at most.
create table trade_quotes (
  id            uuid primary key,
  workspace_id  bigint not null references workspaces,
  sub_wallet_id int not null references sub_wallets,
  member        text not null,
  provider      text not null check (provider <> ''),
  -- The contract that is called, which is what may take the token that is given.
  router        text not null check (router <> ''),
  gives_asset   int not null references assets,
  gets_asset    int not null references assets,
  exact_out     boolean not null,
  path          text[] not null,
  -- Base units: what is given and comes as quoted, and the most and the least that was agreed to.
  pays          numeric(78,0) not null check (pays > 0),
  brings        numeric(78,0) not null check (brings > 0),
  most          numeric(78,0) not null check (most >= pays),
  least         numeric(78,0) not null check (least > 0 and least <= brings),
  created_at    timestamptz not null,
  expires_at    timestamptz not null
);
create index trade_quotes_by_end on trade_quotes (expires_at);

-- A quote that somebody took. Its order is the call with the same request id; until that is there, nothing has happened.
create table trades (
  id            bigint generated always as identity primary key,
  quote_id      uuid not null unique references trade_quotes,
  workspace_id  bigint not null references workspaces,
  sub_wallet_id int not null references sub_wallets,
  request_id    text not null,
  request_hash  text not null,
  -- What is called, as it was first made: the same request again is the same call.
  data          text not null,
  -- The allowance that it goes by, where one was asked for here.
  allowance     bigint references orders,
  -- Why its transaction failed, once somebody looked.
  failure       text check (failure in ('slippage', 'other')),
  created_at    timestamptz not null,
  unique (workspace_id, request_id)
);
create index trades_by_time on trades (workspace_id, created_at desc, id desc);
