-- Who is behind a listed payee's address, as members say: signed by nobody, read by no rule. Kept by the entry's hash, so that it can be said along
-- with a proposal and is shown once the entry is listed.
create table book_beneficiaries (
  workspace_id bigint not null references workspaces (id),
  hash         text not null check (length(hash) = 64),
  name         text not null check (char_length(name) between 1 and 64),
  vasp         text not null check (char_length(vasp) <= 64),
  self_hosted  boolean not null,
  primary key (workspace_id, hash),
  check (not self_hosted or vasp = '')
);

-- Whether addresses of payees held code when a chain's node was last asked: a fact of the chain, whoever lists them.
create table address_code (
  chain      text not null,
  address    text not null,
  holds_code boolean not null,
  looked_at  timestamptz not null,
  primary key (chain, address)
);
