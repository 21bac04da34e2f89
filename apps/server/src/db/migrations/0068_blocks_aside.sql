-- Raw transactions once each, however many outputs of ours they have; blocks that could not be taken in; and what is known of a chain's node.

create table utxo_txs (
  chain  text not null,
  txid   text not null,
  -- the transaction as hex: spending an output needs it (CVE-2020-14199)
  raw_tx text not null,
  primary key (chain, txid)
);
insert into utxo_txs (chain, txid, raw_tx) select distinct on (chain, txid) chain, txid, raw_tx from utxos order by chain, txid;
alter table utxos drop column raw_tx;
alter table utxos add foreign key (chain, txid) references utxo_txs (chain, txid);

-- Blocks of the followed chain whose contents are not in the books yet. Each is tried again until it is taken in, or a reorganisation takes it away.
create table blocks_aside (
  chain    text not null,
  height   bigint not null,
  hash     text not null,
  -- why it could not be taken in, as of the last try
  error    text not null,
  tries    int not null default 0,
  since    timestamptz not null default now(),
  next_at  timestamptz not null default now(),
  primary key (chain, height)
);

alter table chain_state
  -- The block that is being taken in, and how often that was begun: a try that ended the process counts too.
  add column trying bigint,
  add column tries int not null default 0,
  -- What kind of trouble `last_error` is; '' when there is none.
  add column problem text not null default '',
  -- The hash of the first block that the node had when the chain was new here, for chains of which it is not known beforehand.
  add column genesis text;
