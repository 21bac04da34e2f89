-- Workspaces (the wire's wallets), members, keys, sub-wallets, addresses. Everything of a workspace carries its id, and composite foreign
-- keys make a row of one workspace unable to point into another.
create table key_groups (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  secp256k1_public_key text not null check (secp256k1_public_key ~ '^0[23][0-9a-f]{64}$'),
  secp256k1_chain_code text not null check (secp256k1_chain_code ~ '^[0-9a-f]{64}$'),
  ed25519_public_key text not null check (ed25519_public_key ~ '^[0-9a-f]{64}$'),
  ed25519_chain_code text not null check (ed25519_chain_code ~ '^[0-9a-f]{64}$'),
  epoch int not null,
  threshold int not null check (threshold >= 2),
  created_at timestamptz not null default now()
);

create table workspaces (
  id bigint generated always as identity primary key,
  name text not null,
  alias text not null default '',
  key_group_id text not null references key_groups,
  status text not null default 'active' check (status = 'active'),
  created_at timestamptz not null default now()
);

create table members (
  workspace_id bigint not null references workspaces,
  user_id bigint not null references users,
  member_id text not null,
  role text not null check (role in ('owner', 'admin', 'operator', 'approver', 'viewer')),
  status text not null default 'active' check (status in ('active', 'removed')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  unique (workspace_id, member_id)
);
create index members_by_user on members (user_id);

create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users,
  workspace_id bigint references workspaces,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  step_up_until timestamptz not null,
  agent_family text not null,
  network text not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id);

-- The id is also a level of the derivation path, so it stays below 2^31 (BIP32, non-hardened).
create table sub_wallets (
  id int generated always as identity primary key check (id > 0),
  workspace_id bigint not null references workspaces,
  name text not null check (length(name) between 1 and 50),
  alias text not null default '',
  type int not null check (type in (1, 2)),
  app_show_status int not null default 1 check (app_show_status in (1, 2)),
  is_top boolean not null default false,
  status text not null default 'creating' check (status in ('creating', 'active', 'archived')),
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  unique (workspace_id, name),
  unique (workspace_id, id)
);

create table addresses (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  sub_wallet_id int not null,
  chain text not null,
  key_group_id text not null references key_groups,
  path text not null,
  branch int not null check (branch in (0, 1)),
  index int not null check (index >= 0),
  address text not null,
  public_key text not null,
  attestations jsonb not null,
  label text not null default '',
  created_at timestamptz not null default now(),
  foreign key (workspace_id, sub_wallet_id) references sub_wallets (workspace_id, id),
  unique (chain, address),
  unique (chain, key_group_id, path),
  unique (workspace_id, id)
);
create index addresses_by_sub_wallet on addresses (workspace_id, sub_wallet_id, chain, branch, index);

create table focus_coins (
  workspace_id bigint not null,
  user_id bigint not null references users,
  sub_wallet_id int not null,
  symbol text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id, sub_wallet_id, symbol),
  foreign key (workspace_id, sub_wallet_id) references sub_wallets (workspace_id, id)
);

-- One row: where the set-up of this installation stands, and the policy the signers agree on (a cache of theirs).
create table installation (
  id int primary key default 1 check (id = 1),
  owner_user_id bigint references users,
  deployment text,
  policy_id text,
  policy_version text,
  policy_hash text,
  policy_document text,
  key_group_id text references key_groups,
  workspace_id bigint references workspaces,
  created_at timestamptz not null default now()
);
insert into installation (id) values (1);
