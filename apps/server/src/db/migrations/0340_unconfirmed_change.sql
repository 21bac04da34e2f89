-- What comes back of a payment of ours can be spent before a block has the payment, where members of the sub-wallet said so.
create table unconfirmed_change (
  workspace_id  bigint not null,
  sub_wallet_id int not null references sub_wallets,
  chain         text not null,
  primary key (sub_wallet_id, chain)
);

-- The order whose transaction pays it back, written down once a node has taken that; null for what only blocks told of.
alter table utxos add column made_by bigint;
create index utxos_unconfirmed on utxos (sub_wallet_id, chain) where made_by is not null and height is null and spent_by is null;

-- Is it the change of a payment that waits for its block and that nothing replaces? The change of an attempt is not: a miner may take any of the attempts.
create function is_change_under_way(p_maker bigint) returns boolean language sql stable as $$
  select exists (select from orders o where o.id = p_maker and o.status = 1200 and o.mined_height is null and o.broadcast_at is not null and o.raises is null
    and not exists (select from orders a where a.raises = o.id and (a.status < 2000 or a.raw is not null or a.exposed_at is not null)));
$$;

-- The open order that spends something of a transaction which is in no block: who takes that one's place takes this one's ground. Null where there is none.
create function child_of(p_chain text, p_txids text[]) returns bigint language sql stable as $$
  select min(u.reserved_by) from utxos u join orders o on o.id = u.reserved_by
    where u.chain = p_chain and u.txid = any(p_txids) and u.height is null and u.spent_by is null and o.status < 2000;
$$;
