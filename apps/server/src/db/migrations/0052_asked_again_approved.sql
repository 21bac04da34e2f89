-- What members approved under rules that are in force no more is asked for again too, as long as no signer has admitted it: it waits for approvals
-- anew, without the nonce or the coins it was to be paid with.
insert into order_moves values (1100, 1000);

create or replace function orders_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from order_moves where from_status = old.status and to_status = new.status) then
    raise exception 'order % may not move from % to %', old.id, old.status, new.status using errcode = 'HF010';
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
  if old.raw is not null and (new.raw, new.txid) is distinct from (old.raw, old.txid) then
    raise exception 'order % is signed already', old.id using errcode = 'HF012';
  end if;
  if (new.status, new.sub_status) is distinct from (old.status, old.sub_status) then
    new.updated_at := now();
  end if;
  return new;
end $$;
