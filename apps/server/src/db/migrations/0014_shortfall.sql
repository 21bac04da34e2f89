-- What is still missing of a sub-wallet's coin is asked at every credit; such entries are rare, the journal is long.
create index ledger_entries_shortfall on ledger_entries (sub_wallet_id, symbol) where bucket = 'shortfall';
