-- What members say of single outputs: a label, and whether one is frozen, so that nothing ever spends it. What is frozen is no part of what is available: it
-- stands in `held` from the posting that froze it to the one that let it go (`freezes` tells one freeze from the next).
alter table utxos
  -- null: from before this was kept
  add column seen_at timestamptz,
  add column label text not null default '',
  add column frozen_at timestamptz,
  add column frozen_reason text not null default '',
  add column freezes int not null default 0;
alter table utxos alter column seen_at set default clock_timestamp();
create index utxos_frozen on utxos (chain) where frozen_at is not null;

alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (kind in
  ('deposit_seen', 'deposit_credited', 'deposit_reorged', 'reserve', 'release', 'spend', 'stake_returned', 'output_frozen', 'output_freed'));
