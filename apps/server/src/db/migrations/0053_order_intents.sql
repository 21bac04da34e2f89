-- Under which words an order was asked for before: whoever refused those has refused the order, whenever it becomes known.
create table order_intents (
  intent_id  uuid primary key,
  order_id   bigint not null references orders (id),
  intent     text not null,
  digest     text not null check (length(digest) = 64),
  created_at timestamptz not null default clock_timestamp()
);
create trigger order_intents_append_only before update or delete on order_intents for each row execute function ledger_append_only();

-- A refusal also ends what others have approved, as long as no signature may exist.
insert into order_moves values (1100, 2100);
