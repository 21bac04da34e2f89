-- What a workspace owns of each coin, as far as ledger_sums go: kept by the same step (ledger/drift.ts), long after the payments, so that no payment waits for
-- another one's row. What the journal has since is added when it is read.
create table ledger_totals (
  workspace_id bigint not null,
  asset_id     int not null references assets,
  units        numeric(78,0) not null,
  primary key (workspace_id, asset_id)
);
insert into ledger_totals select workspace_id, asset_id, sum(available + frozen + collecting + pending_in + held + staked) from ledger_sums group by 1, 2;
-- Pinned ones stand by themselves on the first page.
create index sub_wallets_on_top on sub_wallets (workspace_id, id) where is_top;
