-- When somebody was last asked what lies on an output: those come next of which it is longest ago, so that outputs nobody agrees about hold up no others.
alter table utxos add column content_asked_at timestamptz;
drop index utxos_unjudged;
create index utxos_unjudged on utxos (chain, content_asked_at nulls first, height, txid, vout)
  where content = 'unknown' and spent_by is null and height is not null;
