-- A credited deposit goes back, whole or in part, to who paid it or elsewhere. What pays it is an order like any other; this says which deposit it gives back. That
-- happens once: as long as such an order is open, and once one was paid, no other is taken. One that ended unpaid leaves the deposit free, by the statement that ends it.
-- No foreign keys: their locks would come after those on balances.
create table deposit_refunds (
  order_id     bigint primary key,
  workspace_id bigint not null,
  deposit_id   bigint not null,
  state        text not null default 'open' check (state in ('open', 'paid', 'ended')),
  created_at   timestamptz not null default clock_timestamp()
);
create unique index deposit_refunds_once on deposit_refunds (deposit_id) where state <> 'ended';

create function deposit_refund_begins() returns trigger language plpgsql as $$
declare
  o record;
  d record;
begin
  select workspace_id, sub_wallet_id, asset_id, amount, kind, status into o from orders where id = new.order_id;
  -- Held until the order is there: no reorganisation takes the deposit back meanwhile.
  select workspace_id, sub_wallet_id, asset_id, amount, status into d from deposits where id = new.deposit_id for share;
  if new.state <> 'open' or (o.kind, o.status, d.status) is distinct from ('withdraw', 1000::smallint, 2000::smallint) or o.amount > d.amount
      or (o.workspace_id, o.sub_wallet_id, o.asset_id) is distinct from (d.workspace_id, d.sub_wallet_id, d.asset_id)
      or new.workspace_id is distinct from d.workspace_id then
    raise exception 'order % cannot give back deposit %', new.order_id, new.deposit_id using errcode = 'HF030';
  end if;
  insert into deposit_events (deposit_id, status, sub_status, detail)
    values (new.deposit_id, 2000, 'refund_asked', jsonb_build_object('order', new.order_id::text));
  return null;
end $$;
create trigger deposit_refund_begins after insert on deposit_refunds for each row execute function deposit_refund_begins();

create function deposit_refund_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (new.order_id, new.workspace_id, new.deposit_id) is distinct from (old.order_id, old.workspace_id, old.deposit_id) then
    raise exception 'the refund by order % is not to be changed', old.order_id using errcode = 'HF011';
  end if;
  return new;
end $$;
create trigger deposit_refund_guard before update on deposit_refunds for each row execute function deposit_refund_guard();
create trigger deposit_refunds_never_deleted before delete on deposit_refunds for each row execute function ledger_append_only();

-- With the order ends the refund: a deposit that went back says so at the same moment.
create function deposit_refund_ends() returns trigger language plpgsql as $$
declare
  v_deposit bigint;
  v_returned boolean;
begin
  update deposit_refunds set state = case new.status when 2000 then 'paid' else 'ended' end
    where order_id = new.id and state = 'open' returning deposit_id into v_deposit;
  if v_deposit is null then
    return null;
  end if;
  if new.status = 2000 then
    -- One that a reorganisation took back meanwhile says that, until it is there again.
    update deposits set status = 4000, sub_status = 'refunded', updated_at = now() where id = v_deposit and status = 2000;
    v_returned := found;
  end if;
  insert into deposit_events (deposit_id, status, sub_status, detail)
    select id, status, case when v_returned then 'refunded' when new.status = 2000 then 'refund_paid' else 'refund_ended' end,
      jsonb_build_object('order', new.id::text) from deposits where id = v_deposit;
  return null;
end $$;
create trigger deposit_refund_ends after update of status on orders for each row
  when (new.status >= 2000 and old.status < 2000) execute function deposit_refund_ends();

create function deposit_stays_refunded() returns trigger language plpgsql as $$
begin
  if exists (select from deposit_refunds where deposit_id = new.id and state = 'paid') then
    new.status := 4000;
    new.sub_status := 'refunded';
  end if;
  return new;
end $$;
create trigger deposit_stays_refunded before update of status on deposits for each row
  when (new.status = 2000 and old.status <> 2000) execute function deposit_stays_refunded();
