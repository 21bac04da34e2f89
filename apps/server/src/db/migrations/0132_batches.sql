-- Many payees paid as one: a draft that somebody writes and mends, and from the moment it is asked for the one order over exactly its rows. What members sign and
-- signers pay is that order's own outputs; a batch says where they came from, and that they are asked for once.
create table batches (
  id            bigint generated always as identity primary key,
  workspace_id  bigint not null references workspaces,
  sub_wallet_id int not null,
  asset_id      int not null references assets,
  chain         text not null,
  -- Whose draft it is; nobody else sees it before it is asked for.
  user_id       bigint not null references users,
  name          text not null check (char_length(name) <= 60),
  -- As somebody wrote them: [{ address, memo, amount, remark, seen }].
  payees        jsonb not null check (jsonb_typeof(payees) = 'array'),
  row_count     int not null check (row_count between 1 and 1000 and row_count = jsonb_array_length(payees)),
  version       int not null default 1 check (version > 0),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index batches_listed on batches (workspace_id, id);
create index batches_by_user on batches (user_id, workspace_id);

-- The one order of a batch, written with it in one statement (orders/accept.ts). No foreign keys: their locks would come after those on balances.
create table batch_orders (
  batch_id     bigint primary key,
  order_id     bigint not null unique,
  workspace_id bigint not null,
  version      int not null,
  created_at   timestamptz not null default clock_timestamp()
);

create function batch_order_begins() returns trigger language plpgsql as $$
declare
  o record;
  b record;
begin
  select workspace_id, sub_wallet_id, asset_id, status into o from orders where id = new.order_id;
  -- Held until the order is there: nobody changes the rows meanwhile.
  select workspace_id, sub_wallet_id, asset_id, version into b from batches where id = new.batch_id for update;
  if (o.workspace_id, o.sub_wallet_id, o.asset_id, o.status) is distinct from (b.workspace_id, b.sub_wallet_id, b.asset_id, 1000::smallint)
      or (new.workspace_id, new.version) is distinct from (b.workspace_id, b.version) then
    raise exception 'order % cannot pay batch %', new.order_id, new.batch_id using errcode = 'HF031';
  end if;
  return null;
end $$;
create trigger batch_order_begins after insert on batch_orders for each row execute function batch_order_begins();
create trigger batch_orders_never_change before update or delete on batch_orders for each row execute function ledger_append_only();

create function batch_guard() returns trigger language plpgsql as $$
begin
  if exists (select from batch_orders where batch_id = old.id) then
    raise exception 'batch % is asked for', old.id using errcode = 'HF031';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger batch_guard before update or delete on batches for each row execute function batch_guard();
