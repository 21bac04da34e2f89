-- How the names of a sub-wallet look (packages/policy, look-alikes.ts), so that a new name is held against the few that look like it and not against all. Only the
-- server can tell how a name looks: it writes this down for what is there already, and until then compares with each that lacks it.
alter table sub_wallets add column looks text[];
-- By which tables of letters; null where nobody has written it down, or a name was changed by a server that does not know of it.
alter table sub_wallets add column looks_by text;
create index sub_wallets_by_looks on sub_wallets using gin (looks);
create index sub_wallets_by_looks_by on sub_wallets (workspace_id, looks_by);
create function sub_wallet_looks_end() returns trigger language plpgsql as $$
begin
  if new.looks is not distinct from old.looks then
    new.looks := null;
    new.looks_by := null;
  end if;
  return new;
end $$;
create trigger sub_wallet_looks_end before update on sub_wallets for each row
  when ((new.name, new.alias) is distinct from (old.name, old.alias)) execute function sub_wallet_looks_end();
