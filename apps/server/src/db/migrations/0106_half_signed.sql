-- An order of which one signer's part may have left waits for approvals too, where a price rose and the other one asks for more. It stays as it is all the while: with
-- its plan, so that nothing but that one transaction is made of it, and ended by its signers or the chain alone.
create or replace function orders_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from order_moves where from_status = old.status and to_status = new.status) then
    raise exception 'order % may not move from % to %', old.id, old.status, new.status using errcode = 'HF010';
  end if;
  if old.exposed_at is not null and new.closed_at is null
      and (new.exposed_at is null or (old.plan is not null and new.plan is distinct from old.plan)
        or (old.status = 1000 and new.status not in (1000, 1100))) then
    raise exception 'order % may be signed already', old.id using errcode = 'HF010';
  end if;
  if (new.workspace_id, new.sub_wallet_id, new.request_id, new.request_hash, new.chain, new.asset_id, new.amount, new.address_to, new.memo,
      new.outputs, new.fee_asset_id, new.max_fee, new.untaken, new.call) is distinct from (old.workspace_id, old.sub_wallet_id, old.request_id, old.request_hash, old.chain,
      old.asset_id, old.amount, old.address_to, old.memo, old.outputs, old.fee_asset_id, old.max_fee, old.untaken, old.call) then
    raise exception 'what order % pays is not to be changed', old.id using errcode = 'HF011';
  end if;
  if (new.intent_id, new.intent, new.digest) is distinct from (old.intent_id, old.intent, old.digest) then
    if old.status <> 1000 or new.status <> 1000 or new.intent_id = old.intent_id then
      raise exception 'order % is not to be asked for again', old.id using errcode = 'HF011';
    end if;
    if new.plan is not null or exists (select from lane_nonces where order_id = old.id) then
      raise exception 'order % may be known to a signer', old.id using errcode = 'HF010';
    end if;
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
