-- What members note about a deposit or an order: bookkeeping alone, seen by everybody in the workspace and signed by nobody.
create table transaction_notes (
  workspace_id   bigint not null references workspaces,
  -- 1 a deposit, 2 an order.
  type           smallint not null check (type in (1, 2)),
  transaction_id bigint not null,
  note           text not null check (char_length(note) <= 500),
  tags           text[] not null check (cardinality(tags) <= 10 and array_position(tags, null) is null),
  updated_at     timestamptz not null default now(),
  primary key (workspace_id, type, transaction_id)
);
create index transaction_notes_by_tag on transaction_notes using gin (tags);
