-- Whoever is looked for by a name in the address book is asked for by network and memo too: both stand in the index, so that counting them reads no rows (docs/decisions/0064).
drop index orders_of_receiver;
create index orders_of_receiver on orders (workspace_id, address_to, created_at desc, id desc) include (asset_id, status, sub_wallet_id, kind, raises, batch_of, chain, memo);
drop index deposits_of_sender;
create index deposits_of_sender on deposits (workspace_id, address_from, created_at desc, id desc) include (asset_id, status, sub_wallet_id, chain) where address_from <> address_to;
