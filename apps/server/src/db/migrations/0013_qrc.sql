-- Codes that lead a phone to the approval page. They open nothing by themselves: the page needs the member's own key.
create table qrcs (
  id            text primary key check (length(id) = 32),
  workspace_id  bigint not null references workspaces,
  user_id       bigint not null references users,
  business_type text not null check (business_type in ('withdraw')),
  order_id      bigint not null references orders (id),
  member_id     text not null,
  content       text not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null
);
