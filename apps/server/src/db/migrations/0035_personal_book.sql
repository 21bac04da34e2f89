-- Payees that a member keeps for themselves: nobody else is shown them, and no signer takes anything from them.
create table personal_entries (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces (id),
  user_id      bigint not null references users (id),
  chains       text[] not null check (cardinality(chains) > 0),
  address      text not null,
  memo         text not null,
  assets       text[] not null,
  label        text not null check (char_length(label) between 1 and 30),
  note         text not null check (char_length(note) <= 200),
  created_at   timestamptz not null default now()
);
create index personal_entries_by_member on personal_entries (workspace_id, user_id);
