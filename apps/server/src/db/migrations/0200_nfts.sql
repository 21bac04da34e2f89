-- Things that are no money (NFTs). They are in no balance and no sum: what is here is shown, and counts nowhere.

-- What blocks say that moved to and from our addresses: events of contracts that anybody may have written.
create table nft_moves (
  id            bigint generated always as identity primary key,
  workspace_id  bigint not null,
  sub_wallet_id int not null,
  address_id    bigint not null,
  chain         text not null,
  contract      text not null,
  token_id      numeric(78,0) not null check (token_id >= 0),
  direction     text not null check (direction in ('in', 'out')),
  amount        numeric(78,0) not null check (amount > 0),
  other         text not null,
  txid          text not null,
  -- the event's place in the block, and the thing's place in the event
  idx           int not null,
  item          int not null,
  height        bigint not null,
  block_hash    text not null,
  -- blocks until it counts, its own among them
  needed        int not null check (needed > 0),
  status        text not null default 'confirming' check (status in ('confirming', 'credited', 'unbacked', 'reorged')),
  created_at    timestamptz not null default now(),
  -- Once, however often a block is read; a payment to oneself comes and goes.
  unique (chain, block_hash, txid, idx, item, address_id, direction),
  foreign key (workspace_id, sub_wallet_id) references sub_wallets (workspace_id, id),
  foreign key (workspace_id, address_id) references addresses (workspace_id, id)
);
create index nft_moves_of_holding on nft_moves (address_id, contract, token_id, id);
create index nft_moves_by_height on nft_moves (chain, height);

-- What an address has of one thing: what its events say and its contract answers, whichever is less.
create table nft_holdings (
  workspace_id  bigint not null,
  sub_wallet_id int not null,
  address_id    bigint not null,
  chain         text not null,
  contract      text not null,
  token_id      numeric(78,0) not null,
  standard      text not null check (standard in ('721', '1155')),
  amount        numeric(78,0) not null default 0 check (amount >= 0),
  -- From which height on it is to be looked at; null where nothing is open.
  due           bigint,
  -- Counts what was noted of it, so that an answer from before that is not taken for one from after.
  version       int not null default 0,
  checked_at    timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  primary key (address_id, contract, token_id),
  foreign key (workspace_id, sub_wallet_id) references sub_wallets (workspace_id, id),
  foreign key (workspace_id, address_id) references addresses (workspace_id, id)
);
create index nft_holdings_due on nft_holdings (chain, due) where due is not null;
create index nft_holdings_checked on nft_holdings (chain, checked_at) where amount > 0;
create index nft_holdings_of_wallet on nft_holdings (workspace_id, sub_wallet_id, chain, contract);

-- What strangers say of a thing: its contract, asked as soon as somebody has it; and what that names, fetched when somebody looks at it, with the picture
-- drawn anew.
create table nft_facts (
  chain       text not null,
  contract    text not null,
  token_id    numeric(78,0) not null,
  collection  text not null,
  symbol      text not null,
  uri         text not null,
  -- its contract's own texts lure people somewhere
  lures       boolean not null,
  asked_at    timestamptz not null default now(),
  name        text not null default '',
  description text not null default '',
  traits      jsonb not null default '[]',
  link        text not null default '',
  is_video    boolean not null default false,
  -- why there is no picture; '' where there is one
  problem     text not null default '',
  picture     bytea,
  -- null: nobody looked at it yet
  fetched_at  timestamptz,
  primary key (chain, contract, token_id)
);
create index nft_facts_pictures on nft_facts (fetched_at) where picture is not null;

-- Collections that members folded away, or took back out from among those that look like spam.
create table nft_folds (
  workspace_id bigint not null references workspaces,
  chain        text not null,
  contract     text not null,
  folded       boolean not null,
  folded_by    bigint not null references users,
  at           timestamptz not null default now(),
  primary key (workspace_id, chain, contract)
);
