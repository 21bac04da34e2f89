-- The journal summed up as far as `ledger_summed_to`, so that holding the balances against it every minute reads what is new and not all of it.
-- These sums are a cache: whatever they find is confirmed by the journal itself before it counts, and once a day all of it is read anyway.
create table ledger_sums (
  sub_wallet_id int not null,
  symbol        text not null,
  workspace_id  bigint not null,
  available     numeric(78,0) not null,
  frozen        numeric(78,0) not null,
  collecting    numeric(78,0) not null,
  pending_in    numeric(78,0) not null,
  held          numeric(78,0) not null,
  primary key (sub_wallet_id, symbol, workspace_id)
);
create table ledger_summed_to (
  one         boolean primary key default true check (one),
  transfer_id bigint not null default 0
);
insert into ledger_summed_to default values;

-- Entries after a transfer, summed like the view ledger_replay.
create function ledger_entries_after(p_after bigint, p_to bigint) returns setof ledger_replay language sql stable as $$
  select workspace_id, sub_wallet_id, symbol,
    coalesce(sum(amount) filter (where bucket = 'available'), 0),
    coalesce(sum(amount) filter (where bucket = 'frozen'), 0),
    coalesce(sum(amount) filter (where bucket = 'collecting'), 0),
    coalesce(sum(amount) filter (where bucket = 'pending_in'), 0),
    coalesce(sum(amount) filter (where bucket = 'held'), 0)
  from ledger_entries where transfer_id > p_after and transfer_id <= p_to group by workspace_id, sub_wallet_id, symbol
$$;
