-- Every thousandth sub-wallet of a workspace by its id: `n` of them have no greater one. How many there are, and where a page begins, is reckoned from the nearest
-- mark, and not by going through all. A job of the server writes them, behind which no row can come any more (areas/wallet/marks.ts); where there are none yet, all are
-- gone through as before. No sub-wallet is ever taken away, and a marked one cannot be.
create table sub_wallet_marks (
  workspace_id bigint not null,
  n            int not null check (n > 0),
  id           int not null,
  primary key (workspace_id, n) include (id),
  foreign key (workspace_id, id) references sub_wallets (workspace_id, id)
);
