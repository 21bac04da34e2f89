-- A nonce that an ended order never used, while a signer may have bound it to that order, blocks all later ones of its account. It is free again
-- when the order's approved intent has ended and the signers let another take its place (conflict.ts there: 120 s later; 30 s for clocks).
alter table lane_nonces add column free_from timestamptz;
create index lane_nonces_open on lane_nonces (chain, account, nonce) where order_id is null or free_from is not null;

update lane_nonces n set free_from = o.expires_at + interval '150 seconds'
  from orders o where o.id = n.order_id and o.status in (2200, 2201, 2202, 2400) and o.raw is null;

-- Leaves the nonce of an order that ended unsigned; the time it is free from, null when the order had none.
create function lane_leave(p_order bigint) returns timestamptz language sql as $$
  update lane_nonces n set free_from = o.expires_at + interval '150 seconds'
    from orders o where o.id = p_order and n.order_id = o.id returning n.free_from;
$$;

-- The next nonce to use: the lowest one that nobody uses, else a new one. Null as long as the lowest is not free yet: no later one could be mined.
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
