-- Outputs that members chose by hand for a payment: it is made of these, and nobody else has them while it is open. Said with the order, in the statement that
-- writes it. No foreign keys: their locks would come after those on balances.
create table order_coins (
  order_id bigint not null,
  chain    text not null,
  txid     text not null,
  vout     int not null,
  primary key (order_id, chain, txid, vout)
);
create trigger order_coins_never_changed before update or delete on order_coins for each row execute function ledger_append_only();

alter table utxos add column chosen_by bigint;
create index utxos_chosen on utxos (chosen_by) where chosen_by is not null;

-- Is the order that chose an output over, so that others may have it?
create function is_choice_over(p_order bigint) returns boolean language sql stable as $$
  select p_order is null or coalesce((select status from orders where id = p_order) >= 2000, true);
$$;

create function order_coin_chosen() returns trigger language plpgsql as $$
begin
  update utxos u set chosen_by = new.order_id from orders o
    where o.id = new.order_id and u.chain = new.chain and u.txid = new.txid and u.vout = new.vout
      and (u.chain, u.workspace_id, u.sub_wallet_id) = (o.chain, o.workspace_id, o.sub_wallet_id)
      and u.ready and u.spent_by is null and u.reserved_by is null and u.frozen_at is null and is_choice_over(u.chosen_by);
  if not found then
    raise exception 'order % cannot have the output %:% of %', new.order_id, new.txid, new.vout, new.chain using errcode = 'HF032';
  end if;
  return null;
end $$;
create trigger order_coin_chosen after insert on order_coins for each row execute function order_coin_chosen();
