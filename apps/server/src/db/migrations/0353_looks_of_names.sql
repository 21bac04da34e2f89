-- How the names of a sub-wallet look (packages/policy, look-alikes.ts), so that a new name is held against the few that look like it and not against all. Only the
-- server can tell how a name looks: it writes this down for what is there already, and until then compares with each that lacks it.
alter table sub_wallets add column looks text[];
create index sub_wallets_by_looks on sub_wallets using gin (looks);
create index sub_wallets_without_looks on sub_wallets (workspace_id, id) where looks is null;
