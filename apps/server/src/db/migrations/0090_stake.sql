-- Coins that a wallet has staked are still its own, and not to be spent: a part of its balance beside what is available. What waits to come back from stake is
-- in it too, until the chain has given it back.
alter table balances add column staked numeric(78,0) not null default 0 constraint staked_not_negative check (staked >= 0);
alter table ledger_sums add column staked numeric(78,0) not null default 0;
alter table ledger_entries drop constraint ledger_entries_bucket_check;
alter table ledger_entries add constraint ledger_entries_bucket_check
  check (bucket in ('available', 'frozen', 'collecting', 'pending_in', 'held', 'staked', 'chain', 'fee', 'shortfall'));
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check
  check (kind in ('deposit_seen', 'deposit_credited', 'deposit_reorged', 'reserve', 'release', 'spend', 'stake_returned'));

-- `call`: what an order does with its coins, as its intent has it; '' where they are paid. `untaken`: what it names of its amount without taking it out of
-- what is available, base units: coins that are staked already.
alter table orders
  add column call text not null default '',
  add column untaken numeric(78,0) not null default 0;
alter table orders drop constraint orders_amount_check;
alter table orders add constraint orders_amount_check check (amount > 0 or (amount = 0 and kind <> 'withdraw'));
alter table orders add constraint orders_untaken_check check (untaken in (0, amount));

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
  if (new.workspace_id, new.sub_wallet_id, new.request_id, new.request_hash, new.chain, new.asset_id, new.amount, new.address_to, new.memo,
      new.outputs, new.fee_asset_id, new.max_fee, new.untaken, new.call) is distinct from (old.workspace_id, old.sub_wallet_id, old.request_id, old.request_hash, old.chain,
      old.asset_id, old.amount, old.address_to, old.memo, old.outputs, old.fee_asset_id, old.max_fee, old.untaken, old.call) then
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

-- The general posting. entries: [{sub_wallet_id, asset_id, bucket, amount}]. Returns the transfer id, or null when this (ref, kind) was
-- posted before, so that a step run again after a crash changes nothing. A bucket below zero raises check_violation.
create or replace function ledger_post(p_workspace bigint, p_kind text, p_ref text, p_entries jsonb) returns bigint
language plpgsql set holdfast.posting = 'on' as $$
declare
  v_transfer bigint;
  r record;
begin
  insert into ledger_transfers (workspace_id, kind, ref) values (p_workspace, p_kind, p_ref)
    on conflict (ref, kind) do nothing returning id into v_transfer;
  if v_transfer is null then
    return null;
  end if;
  insert into ledger_entries (transfer_id, line, workspace_id, sub_wallet_id, asset_id, bucket, amount)
    select v_transfer, row_number() over (), p_workspace, e.sub_wallet_id, e.asset_id, e.bucket, e.amount
    from jsonb_to_recordset(p_entries) as e (sub_wallet_id int, asset_id int, bucket text, amount numeric(78,0));
  -- Rows are locked in one order everywhere: (sub_wallet_id, asset_id).
  for r in
    select e.sub_wallet_id, e.asset_id,
      coalesce(sum(e.amount) filter (where bucket = 'available'), 0) as available,
      coalesce(sum(e.amount) filter (where bucket = 'frozen'), 0) as frozen,
      coalesce(sum(e.amount) filter (where bucket = 'collecting'), 0) as collecting,
      coalesce(sum(e.amount) filter (where bucket = 'pending_in'), 0) as pending_in,
      coalesce(sum(e.amount) filter (where bucket = 'held'), 0) as held,
      coalesce(sum(e.amount) filter (where bucket = 'staked'), 0) as staked
    from ledger_entries e where e.transfer_id = v_transfer group by 1, 2 order by 1, 2
  loop
    update balances b set available = b.available + r.available, frozen = b.frozen + r.frozen, collecting = b.collecting + r.collecting,
      pending_in = b.pending_in + r.pending_in, held = b.held + r.held, staked = b.staked + r.staked, updated_at = now()
      where b.sub_wallet_id = r.sub_wallet_id and b.asset_id = r.asset_id and b.workspace_id = p_workspace;
    if not found then
      insert into balances (workspace_id, sub_wallet_id, asset_id, available, frozen, collecting, pending_in, held, staked)
        values (p_workspace, r.sub_wallet_id, r.asset_id, r.available, r.frozen, r.collecting, r.pending_in, r.held, r.staked);
    end if;
  end loop;
  return v_transfer;
end $$;

-- Ends a hold: what was spent goes to `p_to` (chain, or staked), fees leave, the rest becomes available again. Spent 0 and fee 0 is a plain release. A hold
-- ends once; a second call changes nothing and returns null.
drop function ledger_settle(bigint, text, int, numeric, int, numeric);
create function ledger_settle(p_workspace bigint, p_ref text, p_asset int, p_spent numeric, p_fee_asset int, p_fee numeric, p_to text)
returns bigint
language plpgsql as $$
declare
  v_entries jsonb;
begin
  if exists (select from ledger_transfers where ref = p_ref and kind in ('release', 'spend')) then
    return null;
  end if;
  with hold as (
    select e.sub_wallet_id, e.asset_id, e.amount,
      case when e.asset_id = p_asset then p_spent else 0 end as spent, case when e.asset_id = p_fee_asset then p_fee else 0 end as fee
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.bucket = 'frozen' where t.ref = p_ref and t.kind = 'reserve'
  ), lines as (
    select sub_wallet_id, asset_id, 'frozen' as bucket, -amount as amount from hold
    union all select sub_wallet_id, asset_id, p_to, spent from hold where spent > 0
    union all select sub_wallet_id, asset_id, 'fee', fee from hold where fee > 0
    union all select sub_wallet_id, asset_id, 'available', amount - spent - fee from hold where amount - spent - fee <> 0
  )
  select jsonb_agg(jsonb_build_object('sub_wallet_id', sub_wallet_id, 'asset_id', asset_id, 'bucket', bucket, 'amount', amount)) into v_entries from lines;
  if v_entries is null then
    raise exception 'there is no hold %', p_ref using errcode = 'HF004';
  end if;
  if exists (select from jsonb_array_elements(v_entries) x where x ->> 'bucket' = 'available' and (x ->> 'amount')::numeric < 0) then
    raise exception 'more would be spent than % holds', p_ref using errcode = 'HF005';
  end if;
  return ledger_post(p_workspace, case when p_spent > 0 or p_fee > 0 then 'spend' else 'release' end, p_ref, v_entries);
end $$;

-- Balances as the journal alone says them; must equal the table at every committed state (domain.md, invariant 3).
drop function ledger_entries_after(bigint, bigint);
drop view ledger_replay;
create view ledger_replay as
  select workspace_id, sub_wallet_id, asset_id,
    coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
    coalesce(sum(amount) filter (where bucket = 'frozen'), 0) as frozen,
    coalesce(sum(amount) filter (where bucket = 'collecting'), 0) as collecting,
    coalesce(sum(amount) filter (where bucket = 'pending_in'), 0) as pending_in,
    coalesce(sum(amount) filter (where bucket = 'held'), 0) as held,
    coalesce(sum(amount) filter (where bucket = 'staked'), 0) as staked
  from ledger_entries group by workspace_id, sub_wallet_id, asset_id;

-- Entries after a transfer, summed like the view ledger_replay.
create function ledger_entries_after(p_after bigint, p_to bigint) returns setof ledger_replay language sql stable as $$
  select workspace_id, sub_wallet_id, asset_id,
    coalesce(sum(amount) filter (where bucket = 'available'), 0),
    coalesce(sum(amount) filter (where bucket = 'frozen'), 0),
    coalesce(sum(amount) filter (where bucket = 'collecting'), 0),
    coalesce(sum(amount) filter (where bucket = 'pending_in'), 0),
    coalesce(sum(amount) filter (where bucket = 'held'), 0),
    coalesce(sum(amount) filter (where bucket = 'staked'), 0)
  from ledger_entries where transfer_id > p_after and transfer_id <= p_to group by workspace_id, sub_wallet_id, asset_id
$$;

-- Order and hold, many at once, in one statement. Each input gives one row: the new or the earlier order, or what it is short of.
-- A batch locks all its balances first and in sorted order, so that two batches never wait for each other over money.
create or replace function orders_accept(p_orders jsonb)
returns table (idx int, accepted_id bigint, accepted_status smallint, duplicated boolean, problem text) language plpgsql as $$
declare
  o record;
  v_prior record;
  v_total numeric;
begin
  perform from balances b
    where (b.sub_wallet_id, b.asset_id) in (
      select (x ->> 'sub_wallet_id')::int, v.asset_id::int
      from jsonb_array_elements(p_orders) x, lateral (values (x ->> 'asset_id'), (x ->> 'fee_asset_id')) as v (asset_id))
    order by b.sub_wallet_id, b.asset_id for update;
  for o in
    select t.n::int - 1 as n, r.* from jsonb_array_elements(p_orders) with ordinality as t (x, n),
      lateral jsonb_to_record(t.x) as r (workspace_id bigint, sub_wallet_id int, kind text, request_id text, request_hash text, source smallint,
        chain text, asset_id int, amount numeric, address_from text, address_to text, memo text, outputs jsonb, remark text, fee_asset_id int, max_fee numeric,
        fee_plan jsonb, initiator_user bigint, initiator text, intent_id uuid, intent text, digest text, expires_at timestamptz, untaken numeric, call text)
    order by t.n
  loop
    idx := o.n; accepted_id := null; accepted_status := null; duplicated := false;
    -- Most pay one, and no query is run to add that up.
    if jsonb_array_length(o.outputs) = 1 then
      v_total := (o.outputs #>> '{0,amount}')::numeric;
    else
      v_total := (select sum((e ->> 'amount')::numeric) from jsonb_array_elements(o.outputs) e);
    end if;
    if v_total is distinct from o.amount or o.outputs #>> '{0,address}' is distinct from o.address_to or o.outputs #>> '{0,memo}' is distinct from o.memo then
      raise exception 'the outputs of an order are not what it pays' using errcode = 'HF013';
    end if;
    problem := ledger_shortage(o.workspace_id, o.sub_wallet_id, o.asset_id, o.amount - o.untaken, o.fee_asset_id, o.max_fee);
    if problem = '' then
      insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, source, chain, asset_id,
          amount, address_from, address_to, memo, outputs, remark, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at,
          untaken, call)
        values (o.workspace_id, o.sub_wallet_id, o.kind, o.request_id, o.request_hash, 1000, 'awaiting_approval', o.source, o.chain, o.asset_id,
          o.amount, o.address_from, o.address_to, o.memo, o.outputs, o.remark, o.fee_asset_id, o.max_fee, o.fee_plan, o.initiator_user, o.initiator,
          o.intent_id, o.intent, o.digest, o.expires_at, o.untaken, o.call)
        on conflict (workspace_id, kind, request_id) do nothing returning id, status into accepted_id, accepted_status;
    end if;
    if accepted_id is not null then
      perform ledger_reserve(o.workspace_id, o.sub_wallet_id, 'order:' || accepted_id, o.asset_id, o.amount - o.untaken, o.fee_asset_id, o.max_fee);
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
