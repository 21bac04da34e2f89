-- An order pays to one or more outputs, each with an amount and a memo, in an asset that is its contract and token id on its chain, not a symbol
-- alone. `amount` stays the sum that is held and spent; `address_to` and `memo` are those of the first output, which lists and searches show.
alter table orders
  add column outputs jsonb,
  add column contract text not null default '',
  add column token_id text not null default '';
-- What stands here has one output each; which contract it is in, its intent says.
update orders set
  outputs = jsonb_build_array(jsonb_build_object('address', address_to, 'amount', amount::text, 'memo', memo)),
  contract = coalesce(intent::jsonb #>> '{asset,contract}', '');
alter table orders alter column outputs set not null;
alter table orders add constraint orders_outputs_listed check (jsonb_typeof(outputs) = 'array' and outputs <> '[]');

-- Which kinds there are is the server's register (orders/kinds): another one needs no step here.
alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_named check (kind ~ '^[a-z][a-z_]{0,31}$');

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
      new.outputs, new.contract, new.token_id, new.max_fee) is distinct from (old.workspace_id, old.sub_wallet_id, old.request_id, old.request_hash, old.chain,
      old.symbol, old.amount, old.address_to, old.memo,
      old.outputs, old.contract, old.token_id, old.max_fee) then
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

-- Order and hold, many at once, in one statement. Each input gives one row: the new or the earlier order, or what it is short of.
-- A batch locks all its balances first and in sorted order, so that two batches never wait for each other over money.
create or replace function orders_accept(p_orders jsonb)
returns table (idx int, accepted_id bigint, accepted_status smallint, duplicated boolean, problem text) language plpgsql as $$
declare
  o record;
  v_prior record;
begin
  perform from balances b
    where (b.sub_wallet_id, b.symbol) in (
      select (x ->> 'sub_wallet_id')::int, v.symbol
      from jsonb_array_elements(p_orders) x, lateral (values (x ->> 'symbol'), (x ->> 'fee_symbol')) as v (symbol))
    order by b.sub_wallet_id, b.symbol for update;
  for o in
    select t.n::int - 1 as n, r.* from jsonb_array_elements(p_orders) with ordinality as t (x, n),
      lateral jsonb_to_record(t.x) as r (workspace_id bigint, sub_wallet_id int, kind text, request_id text, request_hash text, source smallint,
        chain text, symbol text, contract text, token_id text, amount numeric, address_from text, address_to text, memo text, outputs jsonb, remark text, fee_symbol text, max_fee numeric,
        fee_plan jsonb, initiator_user bigint, initiator text, intent_id uuid, intent text, digest text, expires_at timestamptz)
    order by t.n
  loop
    idx := o.n; accepted_id := null; accepted_status := null; duplicated := false;
    if (select sum((e ->> 'amount')::numeric) from jsonb_array_elements(o.outputs) e) is distinct from o.amount
        or o.outputs #>> '{0,address}' is distinct from o.address_to or o.outputs #>> '{0,memo}' is distinct from o.memo then
      raise exception 'the outputs of an order are not what it pays' using errcode = 'HF013';
    end if;
    problem := ledger_shortage(o.workspace_id, o.sub_wallet_id, o.symbol, o.amount, o.fee_symbol, o.max_fee);
    if problem = '' then
      insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, source, chain, symbol,
          contract, token_id, amount, address_from, address_to, memo, outputs, remark, fee_symbol, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at)
        values (o.workspace_id, o.sub_wallet_id, o.kind, o.request_id, o.request_hash, 1000, 'awaiting_approval', o.source, o.chain, o.symbol,
          o.contract, o.token_id, o.amount, o.address_from, o.address_to, o.memo, o.outputs, o.remark, o.fee_symbol, o.max_fee, o.fee_plan, o.initiator_user, o.initiator,
          o.intent_id, o.intent, o.digest, o.expires_at)
        on conflict (workspace_id, kind, request_id) do nothing returning id, status into accepted_id, accepted_status;
    end if;
    if accepted_id is not null then
      perform ledger_reserve(o.workspace_id, o.sub_wallet_id, 'order:' || accepted_id, o.symbol, o.amount, o.fee_symbol, o.max_fee);
      insert into order_events (order_id, status, sub_status, actor) values (accepted_id, 1000, 'awaiting_approval', o.initiator);
      return next;
      continue;
    end if;
    -- Only now is an earlier order of this request id looked for: the usual case does not pay for it. One that another connection was just
    -- writing is committed by now. A creation that fails leaves no trace that would block a retry (domain.md, invariant 7).
    select p.id, p.status, p.request_hash into v_prior from orders p
      where p.workspace_id = o.workspace_id and p.kind = o.kind and p.request_id = o.request_id;
    if found then
      accepted_id := v_prior.id;
      accepted_status := v_prior.status;
      duplicated := true;
      problem := case when v_prior.request_hash = o.request_hash then '' else 'mismatch' end;
    end if;
    return next;
  end loop;
end $$;
