-- When members of a sub-wallet want to be told that many outputs can be joined into one for little: at so low a rate, of more than so many. It asks for nothing by itself.
create table consolidation_rules (
  workspace_id     bigint not null,
  sub_wallet_id    int not null references sub_wallets,
  chain            text not null,
  -- in the unit of the chain's rates, as it was written
  most_rate        text not null check (most_rate ~ '^(0|[1-9][0-9]{0,5})([.][0-9]{1,3})?$'),
  more_than        int not null check (more_than between 1 and 100000),
  -- when members were last told; null: never
  told_at          timestamptz,
  told             jsonb,
  primary key (sub_wallet_id, chain)
);
create function consolidation_told() returns trigger language plpgsql as $$
begin
  insert into outbox (workspace_id, kind, object, data) values (new.workspace_id, 'outputs', 'outputs:' || new.sub_wallet_id, new.told);
  return null;
end $$;
create trigger consolidation_told after update of told_at on consolidation_rules
  for each row when (new.told_at is not null and new.told_at is distinct from old.told_at) execute function consolidation_told();
