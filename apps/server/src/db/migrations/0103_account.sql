-- What members log in with, as they change it themselves, and where they are logged in.
alter table users
  add column password_changed_at timestamptz,
  add column totp_changed_at timestamptz,
  -- The secret of an authenticator that is being changed, sealed as the one in force; it counts once a code of it was given, by whoever it was made for.
  add column totp_next text,
  add column totp_next_id uuid,
  -- such as `session:` and the session's key, or `reset:12`
  add column totp_next_for text,
  add column totp_next_at timestamptz,
  add constraint totp_next_whole check (num_nulls(totp_next, totp_next_id, totp_next_for, totp_next_at) in (0, 4));

-- Password hashes that somebody had before, the newest few.
create table former_passwords (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null
);
create index former_passwords_of_user on former_passwords (user_id, id desc);

-- By what a list names a session: its token's hash would be half of a proof.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column agent text not null default '';

-- An owner lets a member set what they lost. The link can be used from `due_at` on; until it was, the member and every owner can stop it.
create table account_resets (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  user_id bigint not null references users on delete cascade,
  what text not null check (what in ('password', 'authenticator')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  asked_by bigint not null references users,
  asked_at timestamptz not null,
  due_at timestamptz not null check (due_at > asked_at),
  expires_at timestamptz not null check (expires_at > due_at),
  ended_at timestamptz,
  -- `overtaken`: the member changed something themselves, or it could not be used any more when another was asked for
  ended_as text check (ended_as in ('done', 'stopped', 'overtaken')),
  check ((ended_at is null) = (ended_as is null))
);
create unique index account_resets_one_open on account_resets (user_id) where ended_at is null;
create index account_resets_of_workspace on account_resets (workspace_id, id desc);

-- Whoever is concerned is told, in the transaction of what happened.
create trigger tell_account after insert on audit_outbox for each row
  when (new.record ->> 'action' in ('account.changePassword', 'account.changeAuthenticator', 'account.askReset', 'account.stopReset',
      'account.resetPassword', 'account.resetAuthenticator') and new.record ->> 'result' = 'ok')
  execute function tell_recorded('account');
