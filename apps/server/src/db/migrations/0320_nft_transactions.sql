-- NFTs in the list of transactions, in notices and in the activity. They count as no money there either.

-- When its contract was asked, and whether people were told of it.
alter table nft_moves add column settled_at timestamptz;
alter table nft_moves add column told boolean not null default false;
-- Is it a line of its own in the list? What an order of ours sent is that order's line.
alter table nft_moves add column listed boolean not null default true;

-- Methods by which NFTs are sent (ERC-721 and ERC-1155), by what stands first in a call.
create function sends_nfts(v_kind text, v_call text) returns boolean language sql immutable parallel safe as $$
  select v_kind = 'call' and left(v_call, 10) in ('0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6')
$$;
create index orders_nfts_by_time on orders (workspace_id, created_at, id) where raises is null and batch_of is null and sends_nfts(kind, call);

update nft_moves set settled_at = created_at where status in ('credited', 'unbacked');
-- What came before this was there is no news.
update nft_moves set told = true where status in ('credited', 'unbacked');
update nft_moves m set listed = false where direction = 'out' and exists (
  select from orders o join orders p on p.id = coalesce(o.raises, o.id)
  where o.workspace_id = m.workspace_id and o.txid = m.txid and sends_nfts(p.kind, p.call));

create index nft_moves_by_time on nft_moves (workspace_id, created_at, id) where listed;
create index nft_moves_of_wallet on nft_moves (workspace_id, sub_wallet_id, created_at, id) where listed;
create index nft_moves_by_txid on nft_moves (workspace_id, txid);
create index nft_moves_by_other on nft_moves (workspace_id, other);
create index nft_moves_untold on nft_moves (id) where direction = 'in' and status = 'credited' and not told;

-- People are told of what the log says.
create trigger tell_nft after insert on audit_outbox for each row
  when (new.record ->> 'action' = 'nft.received' and new.record ->> 'result' = 'ok') execute function tell_recorded('nft');
