-- Orders that come together are written together: see docs/decisions/0050. An `insert` of one row reads every check, every trigger's condition and every index's anew,
-- which was most of what PostgreSQL did for an order.

-- One by one, as they were: where the outcome of one may hang on the one before it.
alter function orders_accept(jsonb) rename to orders_accept_each;

/* Holds of many at once: what `ledger_reserve` does for each of them. Each has a ref that no other has; the caller has locked the balances and looked that they suffice. */
create function ledger_reserve_all(p_holds jsonb) returns void language plpgsql set holdfast.posting to 'on' as $$
begin
  with asked as materialized (
      select t.n, h.* from jsonb_array_elements(p_holds) with ordinality as t (x, n),
        lateral jsonb_to_record(t.x) as h (workspace_id bigint, sub_wallet_id int, ref text, asset_id int, amount numeric, fee_asset_id int, fee numeric)),
    transfers as (
      insert into ledger_transfers (workspace_id, kind, ref) select workspace_id, 'reserve', ref from asked order by n returning id, ref),
    moved as materialized (
      select t.id, a.workspace_id, a.sub_wallet_id, m.line, m.asset_id, m.amount from asked a join transfers t on t.ref = a.ref cross join lateral (values
        (1, a.asset_id, a.amount + case when a.asset_id = a.fee_asset_id then a.fee else 0 end),
        (3, a.fee_asset_id, case when a.asset_id = a.fee_asset_id then 0 else a.fee end)) as m (line, asset_id, amount)
      where m.amount > 0),
    entries as (
      insert into ledger_entries (transfer_id, line, workspace_id, sub_wallet_id, asset_id, bucket, amount)
        select m.id, m.line + s.at, m.workspace_id, m.sub_wallet_id, m.asset_id, s.bucket, m.amount * s.sign
        from moved m cross join (values (0, 'available', -1), (1, 'frozen', 1)) as s (at, bucket, sign) order by m.id, m.line + s.at)
  update balances b set available = b.available - s.amount, frozen = b.frozen + s.amount, updated_at = now()
    from (select workspace_id, sub_wallet_id, asset_id, sum(amount) as amount from moved group by 1, 2, 3) s
    where b.sub_wallet_id = s.sub_wallet_id and b.asset_id = s.asset_id and b.workspace_id = s.workspace_id;
end $$;

/*
 * Takes orders: the outcome is that of taking one after the other, to the row. Where every one of them can be taken whatever their order is, and none is about another, they are
 * one `insert` each table; else they are taken one by one.
 */
create function orders_accept(p_orders jsonb)
returns table (idx int, accepted_id bigint, accepted_status smallint, duplicated boolean, problem text) language plpgsql as $$
declare
  v_count int := jsonb_array_length(p_orders);
  v_ids bigint[];
begin
  if v_count = 1 or exists (select from jsonb_array_elements(p_orders) x where x ? 'raises' or x ? 'outflows' or jsonb_array_length(x -> 'outputs') <> 1
      or (x #>> '{outputs,0,amount}')::numeric is distinct from (x ->> 'amount')::numeric
      or x #>> '{outputs,0,address}' is distinct from x ->> 'address_to' or x #>> '{outputs,0,memo}' is distinct from x ->> 'memo') then
    return query select * from orders_accept_each(p_orders);
    return;
  end if;
  perform from balances b
    where (b.sub_wallet_id, b.asset_id) in (
      select (x ->> 'sub_wallet_id')::int, v.asset_id::int
      from jsonb_array_elements(p_orders) x, lateral (values (x ->> 'asset_id'), (x ->> 'fee_asset_id')) as v (asset_id))
    order by b.sub_wallet_id, b.asset_id for update;
  -- Does each balance cover all that is asked of it?
  if exists (
      select from (
        select r.workspace_id, r.sub_wallet_id, v.asset_id, sum(v.amount) as amount
        from jsonb_to_recordset(p_orders) as r (workspace_id bigint, sub_wallet_id int, asset_id int, amount numeric, untaken numeric, fee_asset_id int, max_fee numeric),
          lateral (values (r.asset_id, r.amount - r.untaken), (r.fee_asset_id, r.max_fee)) as v (asset_id, amount)
        group by 1, 2, 3) need
      left join balances b on b.sub_wallet_id = need.sub_wallet_id and b.asset_id = need.asset_id and b.workspace_id = need.workspace_id
      where coalesce(b.available, 0) < need.amount) then
    return query select * from orders_accept_each(p_orders);
    return;
  end if;
  begin
    with asked as materialized (
        select t.n, r.* from jsonb_array_elements(p_orders) with ordinality as t (x, n),
          lateral jsonb_to_record(t.x) as r (workspace_id bigint, sub_wallet_id int, kind text, request_id text, request_hash text, source smallint,
            chain text, asset_id int, amount numeric, address_from text, address_to text, memo text, outputs jsonb, remark text, fee_asset_id int, max_fee numeric,
            fee_plan jsonb, initiator_user bigint, initiator text, intent_id uuid, intent text, digest text, expires_at timestamptz, untaken numeric, call text,
            payment_intent text)),
      made as (
        insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, source, chain, asset_id,
            amount, address_from, address_to, memo, outputs, remark, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at,
            untaken, call, payment_intent)
          select workspace_id, sub_wallet_id, kind, request_id, request_hash, 1000, 'awaiting_approval', source, chain, asset_id,
            amount, address_from, address_to, memo, outputs, remark, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at,
            untaken, call, coalesce(payment_intent, '') from asked order by n
          on conflict do nothing returning id, intent_id)
    select array_agg(m.id order by a.n) into v_ids from asked a join made m on m.intent_id = a.intent_id;
    if coalesce(cardinality(v_ids), 0) <> v_count then
      raise exception 'one of them is there already' using errcode = 'HF035';
    end if;
    perform ledger_reserve_all((select jsonb_agg(jsonb_build_object('workspace_id', x -> 'workspace_id', 'sub_wallet_id', x -> 'sub_wallet_id',
        'ref', 'order:' || v_ids[n::int], 'asset_id', x -> 'asset_id', 'amount', (x ->> 'amount')::numeric - (x ->> 'untaken')::numeric,
        'fee_asset_id', x -> 'fee_asset_id', 'fee', x -> 'max_fee') order by n)
      from jsonb_array_elements(p_orders) with ordinality as t (x, n)));
    insert into order_events (order_id, status, sub_status, actor)
      select v_ids[n::int], 1000, 'awaiting_approval', x ->> 'initiator' from jsonb_array_elements(p_orders) with ordinality as t (x, n) order by n;
  exception when sqlstate 'HF035' then
    return query select * from orders_accept_each(p_orders);
    return;
  end;
  return query select n::int - 1, v_ids[n], 1000::smallint, false, ''::text from generate_series(1, v_count) n;
end $$;

-- What is told of orders, and who was paid, is found once for all rows of a statement.
drop trigger tell on order_events;
create or replace function tell_order() returns trigger language plpgsql as $$
begin
  insert into outbox (workspace_id, kind, object, data)
    select o.workspace_id, 'order', 'order:' || o.id, jsonb_build_object('status', t.status, 'sub', t.sub_status, 'actor', t.actor)
    from told t cross join lateral (select workspace_id, id from orders where id = t.order_id limit 1) o order by t.id;
  return null;
end $$;
create trigger tell after insert on order_events referencing new table as told for each statement execute function tell_order();

drop trigger parties_follow on orders;
create or replace function transaction_parties_of_order() returns trigger language plpgsql as $$
begin
  insert into transaction_parties (workspace_id, address)
    select paid.workspace_id, paid.address from (
      select distinct f.workspace_id, e.address from fresh f cross join lateral (
          select f.address_to as address union all select x ->> 'address' from jsonb_array_elements(f.outputs) x) e
        where f.raises is null and f.batch_of is null and e.address <> '') paid
    -- Each by the index, whatever the table's size was when this was planned.
    left join lateral (select true as known from transaction_parties p where p.workspace_id = paid.workspace_id and p.address = paid.address limit 1) k on true
    where k.known is null;
  return null;
end $$;
create trigger parties_follow after insert on orders referencing new table as fresh for each statement execute function transaction_parties_of_order();
