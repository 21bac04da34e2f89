-- When the rules change, what waits for its approval is asked for again under the new ones: another intent for the same payment or change, under the
-- same number. Nothing else of it may change, and only while it is open.

create or replace function orders_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from order_moves where from_status = old.status and to_status = new.status) then
    raise exception 'order % may not move from % to %', old.id, old.status, new.status using errcode = 'HF010';
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

create or replace function proposals_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from proposal_moves where from_status = old.status and to_status = new.status) then
    raise exception 'proposal % may not move from % to %', old.id, old.status, new.status using errcode = 'HF020';
  end if;
  -- Rules and entries that are in force stay so; only key material can be refused after its approval.
  if new.status <> old.status and new.status = 2 and old.status <> 0 and old.kind <> 'export' then
    raise exception 'proposal % was approved', old.id using errcode = 'HF020';
  end if;
  if (new.workspace_id, new.kind, new.item_type, new.subject, new.initiator) is distinct from
      (old.workspace_id, old.kind, old.item_type, old.subject, old.initiator) then
    raise exception 'what proposal % says is not to be changed', old.id using errcode = 'HF021';
  end if;
  if (new.intent_id, new.intent, new.digest, new.document, new.policy_version) is distinct from
      (old.intent_id, old.intent, old.digest, old.document, old.policy_version)
      and (old.status <> 0 or new.status <> 0 or new.intent_id = old.intent_id) then
    raise exception 'proposal % is not to be asked for again', old.id using errcode = 'HF021';
  end if;
  return new;
end $$;
