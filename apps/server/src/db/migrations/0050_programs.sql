-- Programs (API keys). What they are to the signers stands in the rules, under the same id; here is from where and until when the server listens to
-- them, and what they called. Each acts as a user of its own, as whom nobody can log in: it is locked, and its password has no hash.
create table programs (
  app_id text primary key check (app_id ~ '^p-[0-9a-f]{16}$'),
  workspace_id bigint not null references workspaces,
  user_id bigint not null unique references users,
  name text not null,
  public_key text not null check (public_key ~ '^[0-9a-f]{64}$'),
  ip_list text[] not null,
  expires_at timestamptz,
  -- The server listens no more, whatever the rules still say.
  off boolean not null default false,
  -- The proposal that lets it listen again when it is in force.
  switched_on_by bigint references proposals,
  -- The last proposal about it.
  proposal_id bigint not null references proposals,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_ip text not null default '',
  constraint bounded check (cardinality(ip_list) > 0 or expires_at is not null)
);
create index programs_by_workspace on programs (workspace_id, created_at desc);

create table program_calls (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  app_id text not null references programs,
  time timestamptz not null,
  ip text not null,
  path text not null,
  request_id text not null,
  code int not null,
  ms int not null check (ms >= 0)
);
create index program_calls_by_workspace on program_calls (workspace_id, id desc);
create index program_calls_by_program on program_calls (app_id, id desc);
