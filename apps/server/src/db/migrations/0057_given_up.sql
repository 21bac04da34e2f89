-- Since when every signer has given the order's present intent up for good, its part of a signature never having left: so none exists or ever will.
alter table orders add column closed_at timestamptz;
alter table orders add constraint orders_closed_is_unsigned check (closed_at is null or (exposed_at is null and raw is null));
-- Ended orders whose nonce or coins a signer may still keep for them.
create index orders_unclosed on orders (next_at)
  where closed_at is null and admitted_at is not null and raw is null and status in (2100, 2200, 2201, 2202, 2400);

create or replace function orders_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from order_moves where from_status = old.status and to_status = new.status) then
    raise exception 'order % may not move from % to %', old.id, old.status, new.status using errcode = 'HF010';
  end if;
  if old.exposed_at is not null and new.exposed_at is null and new.closed_at is null then
    raise exception 'order % may be signed already', old.id using errcode = 'HF010';
  end if;
  if old.status = 1100 and new.status = 1000
      and (old.exposed_at is not null or new.plan is not null or exists (select from lane_nonces where order_id = old.id)) then
    raise exception 'order % may be signed already', old.id using errcode = 'HF010';
  end if;
  if (new.workspace_id, new.sub_wallet_id, new.request_id, new.request_hash, new.chain, new.symbol, new.amount, new.address_to, new.memo,
      new.max_fee) is distinct from (old.workspace_id, old.sub_wallet_id, old.request_id, old.request_hash, old.chain,
      old.symbol, old.amount, old.address_to, old.memo, old.max_fee) then
    raise exception 'what order % pays is not to be changed', old.id using errcode = 'HF011';
  end if;
  if (new.intent_id, new.intent, new.digest) is distinct from (old.intent_id, old.intent, old.digest)
      and (old.status <> 1000 or new.status <> 1000 or new.intent_id = old.intent_id) then
    raise exception 'order % is not to be asked for again', old.id using errcode = 'HF011';
  end if;
  -- What the signers gave up stays so for that intent; another starts anew.
  if (old.closed_at is not null and new.closed_at is null) <> (old.closed_at is not null and new.intent_id <> old.intent_id) then
    raise exception 'order % was given up', old.id using errcode = 'HF011';
  end if;
  if old.raw is not null and (new.raw, new.txid) is distinct from (old.raw, old.txid) then
    raise exception 'order % is signed already', old.id using errcode = 'HF012';
  end if;
  if (new.status, new.sub_status) is distinct from (old.status, old.sub_status) then
    new.updated_at := now();
  end if;
  return new;
end $$;

-- Gives back at once what an ended order left behind (`lane_leave`), now that no signer keeps it. The nonce, null when another has it already.
create function lane_free(p_order bigint) returns bigint language plpgsql as $$
declare
  v_nonce bigint;
begin
  perform from lanes l join lane_nonces n using (chain, account) where n.order_id = p_order for update of l;
  update lane_nonces set free_from = null where order_id = p_order returning nonce into v_nonce;
  perform lane_give_back(p_order);
  return v_nonce;
end $$;
