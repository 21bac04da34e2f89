-- When signers are to be told (again) that we stand for a signed order; null when each of them has been. An intent lasts 30 days at most, and only of
-- what they signed lately signers ask it.
alter table orders add column settle_at timestamptz;
create index orders_unsettled on orders (settle_at) where settle_at is not null;
update orders set settle_at = now() where raw is not null and created_at > now() - interval '31 days';

-- The ended order of which a signature may exist, and which the coin was promised to: the next payment spends it, so that only one of both is made.
alter table utxos add column left_by bigint references orders;
create index utxos_left on utxos (sub_wallet_id, chain) where left_by is not null;
