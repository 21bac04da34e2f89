-- A payment that waits for a block for so long is sent once more for a higher fee, by itself and so many times at most, within what was approved for it. A rule of a
-- sub-wallet and a chain; without one nothing is.
create table bump_rules (
  workspace_id   bigint not null,
  sub_wallet_id  int not null references sub_wallets,
  chain          text not null,
  -- since its newest transaction was sent
  after_minutes  int not null check (after_minutes between 1 and 10080),
  times          int not null check (times between 1 and 10),
  primary key (sub_wallet_id, chain)
);

-- Each time is an order of the kind `bump`: it `raises` the payment and has its intent, so it holds nothing itself.
alter table orders drop constraint orders_raises_check;
alter table orders add constraint orders_raises_check
  check ((raises is not null) = (kind in ('speedup', 'drop', 'bump')) and (raises is null) = (payment_intent = ''));
