-- What a workspace has opened: a network (contract '', with its own coin), or a token of one. A network that is not named was never opened. A token that is
-- not named is open where its network is. 'opening': its addresses are still being made. Nothing else follows from it: addresses stay, and are followed.
create table opened_coins (
  workspace_id bigint not null references workspaces,
  chain text not null,
  contract text not null default '',
  state text not null check (state in ('opening', 'open', 'closed')),
  changed_at timestamptz not null default now(),
  primary key (workspace_id, chain, contract),
  check (contract = '' or state <> 'opening')
);
-- What has addresses was open until now.
insert into opened_coins (workspace_id, chain, state) select distinct workspace_id, chain, 'open' from addresses;
