-- What was seen on the chains: followed blocks with their hashes, deposits, and the coins (outputs) Bitcoin spends from.

create table chain_state (
  chain      text primary key,
  state      text not null default 'starting' check (state in ('starting', 'following', 'catching_up', 'down')),
  -- The last block that was taken in, and the node's tip when it was last asked.
  height     bigint,
  tip        bigint,
  last_error text not null default '',
  updated_at timestamptz not null default now()
);

-- Blocks within reach of a reorganisation. Older ones are dropped; deposits keep the hash of their own block.
create table chain_blocks (
  chain  text not null,
  height bigint not null,
  hash   text not null,
  parent text not null,
  primary key (chain, height)
);

create table deposits (
  id            bigint generated always as identity primary key,
  workspace_id  bigint not null,
  sub_wallet_id int not null,
  address_id    bigint not null,
  chain         text not null,
  txid          text not null,
  -- log index, or vout; -1 for the native value of a transaction
  idx           int not null,
  symbol        text not null,
  amount        numeric(78,0) not null check (amount > 0),
  address_from  text not null,
  address_to    text not null,
  -- confirmations before it counts; a freshly mined coin needs more
  needed        int not null check (needed > 0),
  status        smallint not null check (status in (1000, 1100, 2000, 3000, 4000)),
  sub_status    text not null,
  height        bigint not null,
  block_hash    text not null,
  -- How often it was put into a block: a deposit that a reorganisation took out may come back, and is then posted anew.
  inclusion     int not null default 1 check (inclusion > 0),
  credited_at   timestamptz,
  remark        text not null default '' check (length(remark) <= 200),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  -- Credited once, however often and by whomever the chain is read (threats.md T46).
  unique (chain, txid, idx),
  foreign key (workspace_id, sub_wallet_id) references sub_wallets (workspace_id, id),
  foreign key (workspace_id, address_id) references addresses (workspace_id, id)
);
create index deposits_by_time on deposits (workspace_id, created_at desc, id desc);
create index deposits_by_sub_wallet on deposits (workspace_id, sub_wallet_id, created_at desc, id desc);
create index deposits_unfinished on deposits (chain, height) where status in (1000, 1100);
create index deposits_by_height on deposits (chain, height);
create index deposits_by_address on deposits (address_id);

create table deposit_events (
  id         bigint generated always as identity primary key,
  deposit_id bigint not null references deposits (id),
  status     smallint not null,
  sub_status text not null,
  detail     jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index deposit_events_of_deposit on deposit_events (deposit_id, id);
create trigger deposit_events_append_only before update or delete on deposit_events for each row execute function ledger_append_only();

-- Outputs of ours on UTXO chains. `reserved_by` is an order: an output is promised to one transaction at a time.
create table utxos (
  chain         text not null,
  txid          text not null,
  vout          int not null,
  workspace_id  bigint not null,
  sub_wallet_id int not null,
  address       text not null,
  path          text not null,
  amount        numeric(78,0) not null check (amount > 0),
  kind          text not null check (kind in ('deposit', 'change')),
  -- the whole transaction: spending an output needs it (CVE-2020-14199)
  raw_tx        text not null,
  -- null while its block is not (or no longer) part of the chain
  height        bigint,
  -- spendable: a deposit that is credited, or our own change in a block
  ready         boolean not null default false,
  spent_by      text,
  spent_height  bigint,
  reserved_by   bigint references orders (id),
  primary key (chain, txid, vout),
  foreign key (workspace_id, sub_wallet_id) references sub_wallets (workspace_id, id)
);
create index utxos_to_spend on utxos (sub_wallet_id, chain, amount desc) where spent_by is null;
create index utxos_reserved on utxos (reserved_by) where reserved_by is not null;
create index utxos_by_address on utxos (chain, address);
