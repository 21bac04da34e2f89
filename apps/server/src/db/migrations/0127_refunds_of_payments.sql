-- A refund is of a payment, and after a reorganisation another payment of the same transaction may stand at a deposit's place (log indexes count within a block).
-- `payment` counts these, and only these: the same payment in a block again is still the one that went back.
alter table deposits add column payment int not null default 0;

-- Which payment it gives back: the transaction, and what it paid to whom, by whom where that is known. It stays true when the payment moves to another place.
alter table deposit_refunds
  add column payment int not null default 0,
  add column tx      text not null default '',
  add column paid    text not null default '',
  add column payer   text not null default '';
alter table deposit_refunds disable trigger deposit_refund_guard;
update deposit_refunds r set tx = d.chain || ' ' || d.txid, paid = concat_ws(' ', d.address_to, d.asset_id, d.amount), payer = d.address_from
  from deposits d where d.id = r.deposit_id;
alter table deposit_refunds enable trigger deposit_refund_guard;
drop index deposit_refunds_once;
create unique index deposit_refunds_once on deposit_refunds (deposit_id, payment) where state <> 'ended';
create index deposit_refunds_of_tx on deposit_refunds (tx) where state <> 'ended';

-- The order that gives this payment back, or did: asked for at its place, or at one that it has left since.
create function deposit_refund_of(d deposits) returns bigint language sql stable as $$
  select r.order_id from deposit_refunds r join deposits p on p.id = r.deposit_id
  where r.state <> 'ended' and r.tx = d.chain || ' ' || d.txid and ((r.deposit_id, r.payment) = (d.id, d.payment)
    or (r.payment <> p.payment or p.sub_status in ('reorged', 'reorged_below_minimum')) and (r.deposit_id, r.payment) <> (d.id, d.payment)
      and r.paid = concat_ws(' ', d.address_to, d.asset_id, d.amount) and (r.payer = d.address_from or '' in (r.payer, d.address_from)))
  order by (r.deposit_id, r.payment) = (d.id, d.payment) desc, r.order_id limit 1
$$;

create function deposit_refund_names() returns trigger language plpgsql as $$
declare
  d deposits;
begin
  select * into d from deposits where id = new.deposit_id for share;
  new.tx := coalesce(d.chain || ' ' || d.txid, '');
  new.paid := concat_ws(' ', d.address_to, d.asset_id, d.amount);
  new.payer := coalesce(d.address_from, '');
  -- A second one at its own place the index refuses, also where both come at once.
  if exists (select from deposit_refunds r where r.order_id = deposit_refund_of(d) and (r.deposit_id, r.payment) <> (d.id, d.payment)) then
    raise exception 'deposit % went back from where it stood before', new.deposit_id using errcode = 'HF030';
  end if;
  return new;
end $$;
create trigger deposit_refund_names before insert on deposit_refunds for each row execute function deposit_refund_names();

create or replace function deposit_refund_begins() returns trigger language plpgsql as $$
declare
  o record;
  d record;
begin
  select workspace_id, sub_wallet_id, asset_id, amount, kind, status into o from orders where id = new.order_id;
  -- Held until the order is there: no reorganisation takes the deposit back meanwhile.
  select workspace_id, sub_wallet_id, asset_id, amount, status, payment into d from deposits where id = new.deposit_id for share;
  if new.state <> 'open' or (o.kind, o.status, d.status) is distinct from ('withdraw', 1000::smallint, 2000::smallint) or o.amount > d.amount
      or (o.workspace_id, o.sub_wallet_id, o.asset_id) is distinct from (d.workspace_id, d.sub_wallet_id, d.asset_id)
      or (new.workspace_id, new.payment) is distinct from (d.workspace_id, d.payment) then
    raise exception 'order % cannot give back deposit %', new.order_id, new.deposit_id using errcode = 'HF030';
  end if;
  insert into deposit_events (deposit_id, status, sub_status, detail)
    values (new.deposit_id, 2000, 'refund_asked', jsonb_build_object('order', new.order_id::text));
  return null;
end $$;

create or replace function deposit_refund_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (new.order_id, new.workspace_id, new.deposit_id, new.payment, new.tx, new.paid, new.payer)
      is distinct from (old.order_id, old.workspace_id, old.deposit_id, old.payment, old.tx, old.paid, old.payer) then
    raise exception 'the refund by order % is not to be changed', old.order_id using errcode = 'HF011';
  end if;
  return new;
end $$;

create or replace function deposit_refund_ends() returns trigger language plpgsql as $$
declare
  v_deposit bigint;
  v_at bigint;
  v_returned boolean := false;
begin
  -- Where the payment stands by now.
  select r.deposit_id, (select d.id from deposits d join deposits p on (p.chain, p.txid) = (d.chain, d.txid)
      where p.id = r.deposit_id and d.status = 2000 and deposit_refund_of(d) = r.order_id order by d.id limit 1)
    into v_deposit, v_at from deposit_refunds r where r.order_id = new.id and r.state = 'open';
  if v_deposit is null then
    return null;
  end if;
  update deposit_refunds set state = case new.status when 2000 then 'paid' else 'ended' end where order_id = new.id;
  if new.status = 2000 then
    -- One that a reorganisation took back meanwhile says that, until it is there again.
    update deposits set status = 4000, sub_status = 'refunded', updated_at = now() where id = v_at and status = 2000;
    v_returned := found;
  end if;
  insert into deposit_events (deposit_id, status, sub_status, detail)
    select id, status, case when v_returned then 'refunded' when new.status = 2000 then 'refund_paid' else 'refund_ended' end,
      jsonb_build_object('order', new.id::text) from deposits where id = coalesce(v_at, v_deposit);
  return null;
end $$;

create or replace function deposit_stays_refunded() returns trigger language plpgsql as $$
begin
  if exists (select from deposit_refunds where order_id = deposit_refund_of(new) and state = 'paid') then
    new.status := 4000;
    new.sub_status := 'refunded';
  end if;
  return new;
end $$;
