-- Test cases for the rules: advice to whoever changes them. What signers take is never judged by these.
create table rule_cases (
  workspace_id bigint not null references workspaces (id),
  name         text not null check (char_length(name) between 1 and 100),
  body         jsonb not null,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, name)
);
