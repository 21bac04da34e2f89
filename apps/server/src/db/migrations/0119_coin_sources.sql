-- What the transactions spend that made coins which a reorganisation took away, as long as an order holds these. Where another transaction has spent one of that for good,
-- the coin never comes back, and no payment that needs it is ever made.
create table coin_sources (
  chain text not null,
  -- made the coin, and is in no block
  txid text not null,
  -- `txid:vout` that it spends
  outpoint text not null,
  -- the block in which it was spent since
  spent_height bigint,
  primary key (chain, outpoint, txid)
);
create index coin_sources_txid on coin_sources (chain, txid);
