-- Invitations: a link, then a user with password and authenticator, then a key that the members decide about.
create table invites (
  id           uuid primary key,
  workspace_id bigint not null references workspaces (id),
  token_hash   bytea not null unique check (length(token_hash) = 32),
  name         text not null check (length(name) between 1 and 100),
  email        text not null check (email = lower(email)),
  role         text not null check (role in ('owner', 'admin', 'operator', 'approver', 'viewer')),
  wallets      jsonb not null default '[]',
  -- The id the signers will know them by.
  member_id    text not null unique,
  inviter_user bigint not null references users (id),
  inviter      text not null,
  user_id      bigint references users (id),
  proposal_id  bigint references proposals (id),
  cancelled_at timestamptz,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index invites_by_workspace on invites (workspace_id, created_at desc);
-- One open invitation for an address at a time.
create unique index invites_open on invites (workspace_id, email) where cancelled_at is null and proposal_id is null;
