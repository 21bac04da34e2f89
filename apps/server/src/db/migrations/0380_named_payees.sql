-- Whoever is looked for by a name in the address book is asked for by network, and a payee by memo too: these stand in the index, so that counting them reads no rows
-- (docs/decisions/0064). Names of their own, so that a large installation can make them beforehand (docs/upgrading.md).
create index if not exists orders_of_payee on orders (workspace_id, address_to, created_at desc, id desc)
  include (asset_id, status, sub_wallet_id, kind, raises, batch_of, chain, memo);
create index if not exists deposits_of_payer on deposits (workspace_id, address_from, created_at desc, id desc) include (asset_id, status, sub_wallet_id, chain)
  where address_from <> address_to;
drop index orders_of_receiver, deposits_of_sender;
