-- What spenders took of tokens by allowance: coins that left without a payment of ours.
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (kind in
  ('deposit_seen', 'deposit_credited', 'deposit_reorged', 'reserve', 'release', 'spend', 'stake_returned', 'output_frozen', 'output_freed', 'taken'));
