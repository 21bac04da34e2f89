-- Web hooks (docs/decisions/0025-web-hooks.md): where an owner has events sent, what happened, and how each delivery went.
create table hook_endpoints (
  id uuid primary key default gen_random_uuid(),
  workspace_id bigint not null references workspaces,
  name text not null,
  url text not null,
  sides text[] not null,
  final_only boolean not null,
  success_word boolean not null,
  enabled boolean not null default true,
  -- Of the endpoint as a whole: one that does not answer in time rests, so that others are not kept waiting.
  failures int not null default 0,
  last_error text not null default '',
  last_ok_at timestamptz,
  rest_until timestamptz not null default '-infinity',
  created_at timestamptz not null default clock_timestamp(),
  -- Removed ones stay for as long as what was sent to them.
  removed_at timestamptz
);
create index hook_endpoints_of_workspace on hook_endpoints (workspace_id) where removed_at is null;

-- By what receivers know who sends. `sealed` holds the secret of the HMAC and the seed of the Ed25519 key, under the server's key.
create table hook_keys (
  key_id text primary key,
  endpoint_id uuid not null references hook_endpoints on delete cascade,
  public_key text not null,
  sealed text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- null: nothing has taken its place
  until timestamptz
);
create index hook_keys_of_endpoint on hook_keys (endpoint_id);

-- The last number of each object, so that numbers go on when old events are gone.
create table hook_sequences (
  object text primary key,
  last bigint not null
);

create table hook_events (
  id uuid primary key default gen_random_uuid(),
  workspace_id bigint not null references workspaces,
  -- such as `order:12`
  object text not null,
  seq bigint not null,
  side text not null check (side in ('deposit', 'withdraw', 'test')),
  type text not null,
  status int not null,
  final boolean not null,
  -- Of a test: the endpoint that alone is sent it.
  only_endpoint uuid references hook_endpoints on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  -- When it happened.
  created_at timestamptz not null,
  unique (object, seq)
);
create index hook_events_by_time on hook_events (workspace_id, created_at);
create index hook_events_by_age on hook_events (created_at);
create index hook_events_by_txid on hook_events (workspace_id, (data ->> 'txid')) where data ->> 'txid' <> '';
create index hook_events_by_request on hook_events (workspace_id, (data ->> 'request_id')) where data ->> 'request_id' <> '';

create table hook_deliveries (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  endpoint_id uuid not null references hook_endpoints on delete cascade,
  event_id uuid not null references hook_events on delete cascade,
  object text not null,
  seq bigint not null,
  -- as domain.md 7.18 has them: 0 waiting, 1 ok, 2 failed, 3 retrying
  state smallint not null default 0 check (state in (0, 1, 2, 3)),
  -- Of the schedule; sending it again begins anew.
  tries int not null default 0,
  attempts int not null default 0,
  next_at timestamptz,
  last_code int not null default 0,
  last_ms int not null default 0,
  last_error text not null default '',
  created_at timestamptz not null,
  -- The last attempt, or when it was put in line again.
  touched_at timestamptz not null,
  unique (endpoint_id, event_id)
);
create index hook_deliveries_in_line on hook_deliveries (endpoint_id, object, seq) where state in (0, 3);
create index hook_deliveries_of_workspace on hook_deliveries (workspace_id, id desc);
create index hook_deliveries_of_endpoint on hook_deliveries (endpoint_id, id desc);
create index hook_deliveries_by_event on hook_deliveries (event_id);

-- One line for each object at each endpoint: whoever holds it is the only one to send of that object there, from the first that waits.
create table hook_lines (
  endpoint_id uuid not null references hook_endpoints on delete cascade,
  object text not null,
  -- Until then it rests.
  next_at timestamptz not null,
  -- Until then somebody holds it.
  held_until timestamptz not null default '-infinity',
  -- Grows with each claim: what somebody does who lost it is not taken.
  token bigint not null default 0,
  -- Grows with what is added: a line is dropped only by who has seen all of it.
  added bigint not null default 0,
  primary key (endpoint_id, object)
);
create index hook_lines_due on hook_lines (endpoint_id, next_at);

create table hook_attempts (
  delivery_id bigint not null references hook_deliveries on delete cascade,
  attempt int not null,
  at timestamptz not null,
  -- HTTP status; 0: there was no answer
  code int not null,
  ms int not null,
  error text not null,
  primary key (delivery_id, attempt)
);
create index hook_attempts_by_age on hook_attempts (at);
