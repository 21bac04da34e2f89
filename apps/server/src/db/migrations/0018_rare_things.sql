-- Finding what is rare, or is not there at all, must not read the whole history: a status few orders are in, an address nobody has paid to
-- yet (asked by every withdrawal form), a transaction id. The order of the columns is that of the list, so its first page is read and no more.
create index orders_by_status on orders (workspace_id, status, created_at desc, id desc);
create index orders_by_receiver on orders (workspace_id, address_to, created_at desc);
create index orders_by_sender on orders (workspace_id, address_from);
create index deposits_by_status on deposits (workspace_id, status, created_at desc, id desc);
create index deposits_by_receiver on deposits (workspace_id, address_to);
create index deposits_by_sender on deposits (workspace_id, address_from);
create index deposits_by_txid on deposits (txid);
