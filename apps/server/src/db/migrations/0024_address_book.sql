-- The server's copy of the address book: what the signers have taken over. Signers go by their own.
create table book_entries (
  workspace_id bigint not null references workspaces (id),
  hash         text not null check (length(hash) = 64),
  chains       text[] not null,
  address      text not null,
  memo         text not null,
  assets       text[] not null,
  label        text not null,
  since        timestamptz not null,
  removed_at   timestamptz,
  primary key (workspace_id, hash)
);
create index book_entries_by_address on book_entries (workspace_id, address) where removed_at is null;

-- The hash of the last change: what the next one has to name.
create table books (
  workspace_id bigint primary key references workspaces (id),
  hash         text not null
);
