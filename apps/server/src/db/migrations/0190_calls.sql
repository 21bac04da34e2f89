-- Calls of contracts. What one says of tokens, each with how much of it the order holds: of what may only be taken later nothing is held. No foreign key to orders, as
-- of their other parts.
create table order_outflows (
  order_id      bigint not null,
  workspace_id  bigint not null,
  sub_wallet_id int not null,
  asset_id      int not null references assets,
  amount        numeric(78,0) not null check (amount > 0),
  held          numeric(78,0) not null check (held >= 0 and held <= amount),
  -- By the signers' quotes, as of orders.
  value_cents   numeric(78,0),
  -- What really left, once that is final.
  spent         numeric(78,0),
  primary key (order_id, asset_id)
);
create index order_outflows_by_asset on order_outflows (workspace_id, sub_wallet_id, asset_id);

-- What a node said that a call would do when it was asked for: looked at again before it is signed.
create table order_simulations (
  order_id   bigint primary key,
  told       jsonb not null,
  created_at timestamptz not null default now()
);

alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (kind in
  ('deposit_seen', 'deposit_credited', 'deposit_reorged', 'reserve', 'release', 'spend', 'stake_returned', 'output_frozen', 'output_freed', 'taken', 'call_returned'));

-- Methods that members agreed on, of an entry that is a contract.
alter table book_entries add column methods text[] not null default '{}';

-- Calls of contracts are what allowances are listed with.
drop index orders_web3_by_time;
create index orders_web3_by_time on orders (workspace_id, created_at desc, id desc) where kind in ('allowance', 'call') and raises is null and batch_of is null;

-- Orders and their holds, as before. What a call says of tokens is held too, each by itself.
-- An attempt at a payment, or what drops it, is taken only as long as that pays and is in no block: one that was asked for as it ended stood in its timeline after the end.
create or replace function orders_accept(p_orders jsonb)
returns table (idx int, accepted_id bigint, accepted_status smallint, duplicated boolean, problem text) language plpgsql as $$
declare
  o record;
  v_prior record;
  v_total numeric;
  v_open boolean;
begin
  -- A payment comes before the balances, as where it ends, and before attempts at it: what is asked for here has begun before that, or sees it.
  if exists (select from jsonb_array_elements(p_orders) x where x ? 'raises') then
    perform from orders p
      where p.id in (select (x ->> 'raises')::bigint from jsonb_array_elements(p_orders) x where x ? 'raises')
      order by p.id for share;
  end if;
  perform from balances b
    where (b.sub_wallet_id, b.asset_id) in (
      select (x ->> 'sub_wallet_id')::int, v.asset_id::int
      from jsonb_array_elements(p_orders) x, lateral (values (x ->> 'asset_id'), (x ->> 'fee_asset_id')) as v (asset_id)
      union select (x ->> 'sub_wallet_id')::int, (f ->> 'asset_id')::int from jsonb_array_elements(p_orders) x, jsonb_array_elements(x -> 'outflows') f)
    order by b.sub_wallet_id, b.asset_id for update;
  for o in
    select t.n::int - 1 as n, r.* from jsonb_array_elements(p_orders) with ordinality as t (x, n),
      lateral jsonb_to_record(t.x) as r (workspace_id bigint, sub_wallet_id int, kind text, request_id text, request_hash text, source smallint,
        chain text, asset_id int, amount numeric, address_from text, address_to text, memo text, outputs jsonb, remark text, fee_asset_id int, max_fee numeric,
        fee_plan jsonb, initiator_user bigint, initiator text, intent_id uuid, intent text, digest text, expires_at timestamptz, untaken numeric, call text,
        raises bigint, payment_intent text, outflows jsonb)
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
    v_open := o.raises is null or exists (select from orders p
      where p.id = o.raises and p.workspace_id = o.workspace_id and p.status = 1200 and p.mined_height is null);
    problem := ledger_shortage(o.workspace_id, o.sub_wallet_id, o.asset_id, o.amount - o.untaken, o.fee_asset_id, o.max_fee);
    if problem = '' and o.outflows is not null and exists (select from jsonb_array_elements(o.outflows) f
        where ledger_shortage(o.workspace_id, o.sub_wallet_id, (f ->> 'asset_id')::int, (f ->> 'held')::numeric, (f ->> 'asset_id')::int, 0) <> '') then
      problem := 'balance';
    end if;
    if problem = '' and v_open then
      insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, source, chain, asset_id,
          amount, address_from, address_to, memo, outputs, remark, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at,
          untaken, call, raises, payment_intent)
        values (o.workspace_id, o.sub_wallet_id, o.kind, o.request_id, o.request_hash, 1000, 'awaiting_approval', o.source, o.chain, o.asset_id,
          o.amount, o.address_from, o.address_to, o.memo, o.outputs, o.remark, o.fee_asset_id, o.max_fee, o.fee_plan, o.initiator_user, o.initiator,
          o.intent_id, o.intent, o.digest, o.expires_at, o.untaken, o.call, o.raises, coalesce(o.payment_intent, ''))
        on conflict do nothing returning id, status into accepted_id, accepted_status;
    end if;
    if accepted_id is not null then
      perform ledger_reserve(o.workspace_id, o.sub_wallet_id, 'order:' || accepted_id, o.asset_id, o.amount - o.untaken, o.fee_asset_id, o.max_fee);
      if o.outflows is not null then
        insert into order_outflows (order_id, workspace_id, sub_wallet_id, asset_id, amount, held)
          select accepted_id, o.workspace_id, o.sub_wallet_id, (f ->> 'asset_id')::int, (f ->> 'amount')::numeric, (f ->> 'held')::numeric
          from jsonb_array_elements(o.outflows) f;
        perform ledger_reserve(o.workspace_id, o.sub_wallet_id, 'order:' || accepted_id || ':' || (f ->> 'asset_id'),
            (f ->> 'asset_id')::int, (f ->> 'held')::numeric, (f ->> 'asset_id')::int, 0)
          from jsonb_array_elements(o.outflows) f where (f ->> 'held')::numeric > 0;
      end if;
      insert into order_events (order_id, status, sub_status, actor) values (accepted_id, 1000, 'awaiting_approval', o.initiator);
      if o.raises is not null then
        insert into order_events (order_id, status, sub_status, actor, detail)
          values (o.raises, 1200, case o.kind when 'drop' then 'drop_asked' else 'attempt_asked' end, o.initiator, jsonb_build_object('attempt', accepted_id::text));
      end if;
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
    elsif not v_open then
      problem := 'over';
    elsif problem = '' and o.raises is not null then
      problem := 'attempt';
    end if;
    return next;
  end loop;
end $$;
