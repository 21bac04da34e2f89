-- Things that are inscribed on sats. Their coins are spent by no payment but the one that names them.

-- Chains on which somebody is asked what lies on outputs. There an output of which nobody knows it counts as inscribed.
create table ordinal_chains (
  chain text primary key
);

-- What lies on an output besides its coins.
alter table utxos add column content text not null default 'unknown' check (content in ('unknown', 'clear', 'inscribed'));
create index utxos_unjudged on utxos (chain, height) where content = 'unknown' and spent_by is null and height is not null;

-- May a payment that names no inscription spend an output of this content?
create function is_plain_coin(p_chain text, p_content text) returns boolean language sql stable as $$
  select p_content = 'clear' or (p_content = 'unknown' and not exists (select from ordinal_chains c where c.chain = p_chain));
$$;

-- Whoever chooses coins asks `is_plain_coin`; this holds them to it. An order has the inscribed output that its call names, or one that a step of the same order made.
create function utxo_is_for_order() returns trigger language plpgsql as $$
begin
  if is_plain_coin(new.chain, new.content) then
    return new;
  end if;
  if exists (select from orders o where o.id = new.reserved_by and o.chain = new.chain
      and (split_part(o.call, ' ', 2) = new.txid || ':' || new.vout
        or exists (select from orders s where s.batch_of = o.batch_of and s.id < o.id and s.txid = new.txid))) then
    return new;
  end if;
  raise exception 'order % cannot spend %:% of %: it may be inscribed', new.reserved_by, new.txid, new.vout, new.chain using errcode = 'HF033';
end $$;
create trigger utxo_is_for_order before insert or update of reserved_by on utxos
  for each row when (new.reserved_by is not null) execute function utxo_is_for_order();

create or replace function order_coin_chosen() returns trigger language plpgsql as $$
begin
  update utxos u set chosen_by = new.order_id from orders o
    where o.id = new.order_id and u.chain = new.chain and u.txid = new.txid and u.vout = new.vout
      and (u.chain, u.workspace_id, u.sub_wallet_id) = (o.chain, o.workspace_id, o.sub_wallet_id)
      and u.ready and u.spent_by is null and u.reserved_by is null and u.frozen_at is null and is_choice_over(u.chosen_by)
      and is_plain_coin(u.chain, u.content);
  if not found then
    raise exception 'order % cannot have the output %:% of %', new.order_id, new.txid, new.vout, new.chain using errcode = 'HF032';
  end if;
  return null;
end $$;

-- Blocks that this server has followed inscriptions through.
create table ordinal_blocks (
  chain  text not null,
  height bigint not null,
  hash   text not null,
  primary key (chain, height)
);

create table inscriptions (
  chain        text not null,
  id           text not null,
  -- in the order in which this server found them
  number       bigint not null,
  height       bigint not null,
  content_type text not null,
  -- null where it is too long to be kept
  body         bytea,
  body_bytes   int not null,
  parents      text[] not null,
  -- why it counts for nothing that is built on inscriptions; '' where it does
  curse        text not null,
  primary key (chain, id),
  unique (chain, number)
);
create index inscriptions_by_height on inscriptions (chain, height);

-- Where each lay, from one block to another; where it lies now has no end.
create table inscription_places (
  seq      bigint generated always as identity primary key,
  chain    text not null,
  id       text not null,
  height   bigint not null,
  outpoint text not null,
  sat      bigint not null check (sat >= 0),
  until    bigint,
  foreign key (chain, id) references inscriptions (chain, id) on delete cascade
);
create unique index inscription_lies_once on inscription_places (chain, id) where until is null;
create index inscription_at on inscription_places (chain, outpoint) where until is null;
create index inscription_places_by_height on inscription_places (chain, height);
create index inscription_places_by_end on inscription_places (chain, until) where until is not null;

-- BRC-20 as blocks tell it. Amounts in units of 10^-18.
create table brc20_ticks (
  chain     text not null,
  key       text not null,
  tick      text not null,
  max       numeric(78,0) not null,
  mint_most numeric(78,0) not null,
  decimals  int not null check (decimals between 0 and 18),
  self_mint boolean not null,
  deploy    text not null,
  height    bigint not null,
  primary key (chain, key)
);
create index brc20_ticks_by_height on brc20_ticks (chain, height);

-- Each change of what a holder (an output script, hex) has; balances are their sums.
create table brc20_changes (
  seq          bigint generated always as identity primary key,
  chain        text not null,
  height       bigint not null,
  kind         text not null check (kind in ('deploy', 'mint', 'inscribe', 'send', 'receive', 'return')),
  key          text not null,
  inscription  text not null,
  holder       text not null,
  available    numeric(78,0) not null,
  transferable numeric(78,0) not null
);
create index brc20_changes_of_holder on brc20_changes (chain, key, holder);
create index brc20_changes_by_holder on brc20_changes (chain, holder);
create index brc20_changes_by_height on brc20_changes (chain, height);

-- Transfers that were inscribed; used once.
create table brc20_transfers (
  chain       text not null,
  inscription text not null,
  key         text not null,
  amount      numeric(78,0) not null check (amount > 0),
  holder      text not null,
  height      bigint not null,
  used        bigint,
  primary key (chain, inscription)
);
create index brc20_transfers_by_height on brc20_transfers (chain, height);
create index brc20_transfers_by_use on brc20_transfers (chain, used) where used is not null;

-- Kinds of orders are named with figures too.
alter table orders drop constraint orders_kind_named;
alter table orders add constraint orders_kind_named check (kind ~ '^[a-z][a-z0-9_]{0,31}$');

-- A step is a part of its payment as a row is of its batch.
alter table orders drop constraint orders_batch_check;
alter table orders add constraint orders_batch_check
  check ((batch_of is not null) = (kind in ('row', 'step')) and (batch_row is not null) = (kind in ('row', 'step')));
-- Its steps are signed, never itself.
alter table orders drop constraint orders_paying_is_signed;
alter table orders add constraint orders_paying_is_signed
  check (status not in (1200, 2000, 2300) or kind in ('batch', 'brc20') or (raw is not null and (txid is not null or kind = 'message')));
alter table orders drop constraint orders_batch_is_unsigned;
alter table orders add constraint orders_batch_is_unsigned
  check (kind not in ('batch', 'brc20') or (raw is null and txid is null and plan is null and admitted_at is null and exposed_at is null));
-- Inscriptions that are sent are listed with calls and allowances.
drop index orders_web3_by_time;
create index orders_web3_by_time on orders (workspace_id, created_at desc, id desc)
  where kind in ('allowance', 'call', 'message', 'inscription') and raises is null and batch_of is null;
