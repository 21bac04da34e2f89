-- Tokens that members added: what each said of itself when it was read. Symbol and decimals are the asset's; the operator's configuration goes before.
create table added_tokens (
  id           int generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  asset_id     int not null unique references assets,
  name         text not null,
  warnings     text[] not null,
  remark       text not null,
  added_by     bigint not null references users,
  added_at     timestamptz not null default now()
);
