-- Lists that somebody takes out as files: what was asked for, by whom, and how far the file is. Kept for a day.
create table exports (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces (id),
  user_id      bigint not null references users (id),
  -- Of the session that asked last: when it ends, so does the download.
  session_hash bytea not null,
  list         text not null,
  filter       jsonb not null,
  format       text not null check (format in ('csv', 'xlsx', 'jsonl')),
  words        jsonb not null,
  -- Only what was there then.
  asked_at     timestamptz not null,
  -- Of a list that is numbered: its last number then.
  up_to        bigint,
  total        bigint not null check (total >= 0),
  state        text not null default 'ready' check (state in ('ready', 'running', 'done', 'cancelled')),
  -- Of the runs the last one alone writes: an earlier one that is still on its way ends.
  run          int not null default 0,
  rows         bigint not null default 0,
  bytes        bigint not null default 0,
  ticket_hash  bytea unique,
  ticket_until timestamptz,
  ticket_from  bigint not null default 0
);
create index exports_by_time on exports (asked_at);

-- Where a part of the file begins, and what the next one needs to go on from there.
create table export_marks (
  export_id bigint not null references exports (id) on delete cascade,
  bytes     bigint not null,
  rows      bigint not null,
  after     jsonb,
  state     jsonb not null,
  primary key (export_id, bytes)
);
