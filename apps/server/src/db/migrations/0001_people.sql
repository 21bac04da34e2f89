-- Users, sessions, the ladder against guessing. A user may exist before any workspace (set-up).
create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  nick_name text not null,
  password_hash text not null,
  totp_secret text not null, -- sealed with the server's key
  totp_confirmed_at timestamptz,
  totp_last_step bigint not null default 0,
  language text not null default 'en_US' check (language in ('en_US', 'zh_CN')),
  time_zone text not null default '',
  status text not null default 'active' check (status in ('active', 'locked')),
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);

create table login_ladders (
  key text primary key,
  failures int not null check (failures >= 0),
  locked_until timestamptz,
  updated_at timestamptz not null
);

create table login_history (
  id bigint generated always as identity primary key,
  user_id bigint references users,
  time timestamptz not null,
  network text not null,
  agent text not null,
  method text not null,
  result boolean not null,
  reason text not null
);
create index login_history_by_user on login_history (user_id, id desc);
