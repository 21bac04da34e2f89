-- Ended payments that a signer takes for open, by its own word, each with what the chain takes once: `account|nonce` or `txid:vout`. A database that was put
-- back may have no order of them. The next payment of the account takes their place, so that only one of both is made.
create table open_keys (
  signer text not null,
  intent_id text not null,
  chain text not null,
  key text not null,
  primary key (chain, key, signer, intent_id)
);

-- The payments whose place is taken by whoever spends this coin: the order that left it, and those that signers tell of.
create function coin_left_by(p_chain text, p_txid text, p_vout int, p_order bigint) returns text[] language sql stable as $$
  select array_remove(array[p_order::text], null)
    || array(select distinct intent_id from open_keys where chain = p_chain and key = p_txid || ':' || p_vout order by intent_id);
$$;

-- As before (0015), but for what the chain has used already, by payments that this database knows nothing of: that is no hole and is not handed out.
create or replace function lane_take(p_chain text, p_account text, p_order bigint, p_chain_nonce bigint) returns bigint language plpgsql as $$
declare
  v_nonce bigint;
  v_free_from timestamptz;
begin
  insert into lanes values (p_chain, p_account, p_chain_nonce) on conflict do nothing;
  perform from lanes where chain = p_chain and account = p_account for update;
  select nonce into v_nonce from lane_nonces where order_id = p_order;
  if found then
    return v_nonce;
  end if;
  delete from lane_nonces where chain = p_chain and account = p_account and nonce < p_chain_nonce and order_id is null;
  update lane_nonces set free_from = null where chain = p_chain and account = p_account and nonce < p_chain_nonce and free_from is not null;
  select nonce, free_from into v_nonce, v_free_from from lane_nonces
    where chain = p_chain and account = p_account and (order_id is null or free_from is not null) order by nonce limit 1;
  if found then
    if v_free_from > now() then
      return null;
    end if;
    update lane_nonces set order_id = p_order, free_from = null where chain = p_chain and account = p_account and nonce = v_nonce;
    return v_nonce;
  end if;
  update lanes set next_nonce = greatest(next_nonce, p_chain_nonce) + 1 where chain = p_chain and account = p_account
    returning next_nonce - 1 into v_nonce;
  insert into lane_nonces values (p_chain, p_account, v_nonce, p_order);
  return v_nonce;
end $$;
