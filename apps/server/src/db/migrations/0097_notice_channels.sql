-- How members are reached outside the console. `target` is sealed with the server's key: addresses of hooks are secrets.
create table notice_channels (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  user_id bigint not null references users on delete cascade,
  type text not null check (type in ('mail', 'slack', 'telegram', 'push')),
  hint text not null,
  target text not null,
  choice jsonb not null check (jsonb_typeof(choice) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  failures int not null default 0,
  last_error text not null default '',
  last_sent_at timestamptz,
  next_at timestamptz not null default clock_timestamp(),
  lease_until timestamptz,
  lease_token bigint not null default 0
);
create index notice_channels_of_user on notice_channels (user_id, workspace_id);

-- What a channel has to send, in the order of the notices. `over`: it was decided meanwhile, or could not be sent for too long.
create table notice_deliveries (
  channel_id bigint not null references notice_channels on delete cascade,
  notice_id bigint not null references notices on delete cascade,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'over')),
  sent_at timestamptz,
  primary key (channel_id, notice_id)
);
create index notice_deliveries_waiting on notice_deliveries (due_at) where state = 'waiting';
