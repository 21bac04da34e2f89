-- The ledger: an append-only double-entry journal and the balances that follow from it.
-- Money is numeric(78,0) in base units: it holds 2^256 - 1 exactly. Nothing here ever rounds.
-- Buckets inside the books: available, frozen, collecting, pending_in, held. Outside: chain (the world), fee (miners), shortfall
-- (what a reorganisation took back after it was spent). Every transfer sums to zero per asset over both sides.

create table balances (
  workspace_id  bigint not null,
  sub_wallet_id int not null,
  symbol        text not null check (symbol <> ''),
  available     numeric(78,0) not null default 0 constraint available_not_negative check (available >= 0),
  frozen        numeric(78,0) not null default 0 constraint frozen_not_negative check (frozen >= 0),
  collecting    numeric(78,0) not null default 0 constraint collecting_not_negative check (collecting >= 0),
  pending_in    numeric(78,0) not null default 0 constraint pending_in_not_negative check (pending_in >= 0),
  held          numeric(78,0) not null default 0 constraint held_not_negative check (held >= 0),
  updated_at    timestamptz not null default now(),
  primary key (sub_wallet_id, symbol),
  foreign key (workspace_id, sub_wallet_id) references sub_wallets (workspace_id, id)
) with (fillfactor = 60); -- room for in-page updates: these rows are the hottest of all
create index balances_of_workspace on balances (workspace_id, symbol);

create table ledger_transfers (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null,
  kind         text not null check (kind in ('deposit_seen', 'deposit_credited', 'deposit_reorged', 'reserve', 'release', 'spend')),
  ref          text not null check (ref <> ''),
  created_at   timestamptz not null default now(),
  unique (ref, kind)
);
-- A hold ends exactly once: by a release or by a spend, never both.
create unique index ledger_hold_ends_once on ledger_transfers (ref) where kind in ('release', 'spend');

create table ledger_entries (
  transfer_id   bigint not null references ledger_transfers (id),
  line          smallint not null,
  workspace_id  bigint not null,
  sub_wallet_id int not null,
  symbol        text not null,
  bucket        text not null check (bucket in ('available', 'frozen', 'collecting', 'pending_in', 'held', 'chain', 'fee', 'shortfall')),
  amount        numeric(78,0) not null check (amount <> 0),
  created_at    timestamptz not null default now(),
  primary key (transfer_id, line)
);
create index ledger_entries_of_balance on ledger_entries (sub_wallet_id, symbol);
create index ledger_entries_by_time on ledger_entries (workspace_id, created_at);

create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is append-only' using errcode = 'HF001';
end $$;
create trigger ledger_transfers_append_only before update or delete on ledger_transfers for each row execute function ledger_append_only();
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function ledger_append_only();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers execute function ledger_append_only();
create trigger ledger_entries_no_truncate before truncate on ledger_entries execute function ledger_append_only();

create function ledger_sums_to_zero() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entries where transfer_id = new.transfer_id group by symbol having sum(amount) <> 0) then
    raise exception 'transfer % does not sum to zero', new.transfer_id using errcode = 'HF002';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_sum_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_sums_to_zero();

-- Balances move only inside ledger_post and ledger_reserve, which switch this setting on for their own duration.
create function balances_by_posting_only() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('holdfast.posting', true), '') <> 'on' then
    raise exception 'balances change by postings only' using errcode = 'HF003';
  end if;
  return new;
end $$;
create trigger balances_by_posting_only before insert or update on balances for each row execute function balances_by_posting_only();
create trigger balances_never_deleted before delete on balances for each row execute function ledger_append_only();

-- The general posting. entries: [{sub_wallet_id, symbol, bucket, amount}]. Returns the transfer id, or null when this (ref, kind) was
-- posted before, so that a step run again after a crash changes nothing. A bucket below zero raises check_violation.
create function ledger_post(p_workspace bigint, p_kind text, p_ref text, p_entries jsonb) returns bigint
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
  insert into ledger_entries (transfer_id, line, workspace_id, sub_wallet_id, symbol, bucket, amount)
    select v_transfer, row_number() over (), p_workspace, e.sub_wallet_id, e.symbol, e.bucket, e.amount
    from jsonb_to_recordset(p_entries) as e (sub_wallet_id int, symbol text, bucket text, amount numeric(78,0));
  -- Rows are locked in one order everywhere: (sub_wallet_id, symbol).
  for r in
    select e.sub_wallet_id, e.symbol,
      coalesce(sum(e.amount) filter (where bucket = 'available'), 0) as available,
      coalesce(sum(e.amount) filter (where bucket = 'frozen'), 0) as frozen,
      coalesce(sum(e.amount) filter (where bucket = 'collecting'), 0) as collecting,
      coalesce(sum(e.amount) filter (where bucket = 'pending_in'), 0) as pending_in,
      coalesce(sum(e.amount) filter (where bucket = 'held'), 0) as held
    from ledger_entries e where e.transfer_id = v_transfer group by 1, 2 order by 1, 2
  loop
    update balances b set available = b.available + r.available, frozen = b.frozen + r.frozen, collecting = b.collecting + r.collecting,
      pending_in = b.pending_in + r.pending_in, held = b.held + r.held, updated_at = now()
      where b.sub_wallet_id = r.sub_wallet_id and b.symbol = r.symbol and b.workspace_id = p_workspace;
    if not found then
      insert into balances (workspace_id, sub_wallet_id, symbol, available, frozen, collecting, pending_in, held)
        values (p_workspace, r.sub_wallet_id, r.symbol, r.available, r.frozen, r.collecting, r.pending_in, r.held);
    end if;
  end loop;
  return v_transfer;
end $$;

-- What a hold of amount and highest fee is short of: '' nothing, 'balance', or 'fee'.
create function ledger_shortage(p_workspace bigint, p_sub_wallet int, p_symbol text, p_amount numeric, p_fee_symbol text, p_fee numeric)
returns text language plpgsql stable as $$
declare
  v_available numeric;
begin
  select available into v_available from balances where sub_wallet_id = p_sub_wallet and symbol = p_symbol and workspace_id = p_workspace;
  if v_available is null or v_available < p_amount or (p_symbol = p_fee_symbol and v_available < p_amount + p_fee) then
    return 'balance';
  end if;
  if p_symbol <> p_fee_symbol and p_fee > 0 then
    select available into v_available from balances where sub_wallet_id = p_sub_wallet and symbol = p_fee_symbol and workspace_id = p_workspace;
    if v_available is null or v_available < p_fee then
      return 'fee';
    end if;
  end if;
  return '';
end $$;

-- available → frozen for one order, amount and highest fee together; the hot path. The caller has locked the balance rows in sorted order
-- and asked ledger_shortage; the checks on the balances hold all the same.
create function ledger_reserve(p_workspace bigint, p_sub_wallet int, p_ref text,
  p_symbol text, p_amount numeric, p_fee_symbol text, p_fee numeric) returns void
language plpgsql set holdfast.posting = 'on' as $$
declare
  v_transfer bigint;
  v_first numeric := case when p_symbol = p_fee_symbol then p_amount + p_fee else p_amount end;
begin
  insert into ledger_transfers (workspace_id, kind, ref) values (p_workspace, 'reserve', p_ref) returning id into v_transfer;
  update balances set available = available - v_first, frozen = frozen + v_first, updated_at = now()
    where sub_wallet_id = p_sub_wallet and symbol = p_symbol and workspace_id = p_workspace;
  insert into ledger_entries (transfer_id, line, workspace_id, sub_wallet_id, symbol, bucket, amount) values
    (v_transfer, 1, p_workspace, p_sub_wallet, p_symbol, 'available', -v_first),
    (v_transfer, 2, p_workspace, p_sub_wallet, p_symbol, 'frozen', v_first);
  if p_symbol <> p_fee_symbol and p_fee > 0 then
    update balances set available = available - p_fee, frozen = frozen + p_fee, updated_at = now()
      where sub_wallet_id = p_sub_wallet and symbol = p_fee_symbol and workspace_id = p_workspace;
    insert into ledger_entries (transfer_id, line, workspace_id, sub_wallet_id, symbol, bucket, amount) values
      (v_transfer, 3, p_workspace, p_sub_wallet, p_fee_symbol, 'available', -p_fee),
      (v_transfer, 4, p_workspace, p_sub_wallet, p_fee_symbol, 'frozen', p_fee);
  end if;
end $$;

-- Ends a hold: what was spent and paid in fees leaves, the rest becomes available again. Spent 0 and fee 0 is a plain release. A hold ends
-- once (unique index above); a second call changes nothing and returns null.
create function ledger_settle(p_workspace bigint, p_ref text, p_symbol text, p_spent numeric, p_fee_symbol text, p_fee numeric) returns bigint
language plpgsql as $$
declare
  v_entries jsonb;
begin
  if exists (select from ledger_transfers where ref = p_ref and kind in ('release', 'spend')) then
    return null;
  end if;
  with hold as (
    select e.sub_wallet_id, e.symbol, e.amount,
      case when e.symbol = p_symbol then p_spent else 0 end as spent, case when e.symbol = p_fee_symbol then p_fee else 0 end as fee
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.bucket = 'frozen' where t.ref = p_ref and t.kind = 'reserve'
  ), lines as (
    select sub_wallet_id, symbol, 'frozen' as bucket, -amount as amount from hold
    union all select sub_wallet_id, symbol, 'chain', spent from hold where spent > 0
    union all select sub_wallet_id, symbol, 'fee', fee from hold where fee > 0
    union all select sub_wallet_id, symbol, 'available', amount - spent - fee from hold where amount - spent - fee <> 0
  )
  select jsonb_agg(jsonb_build_object('sub_wallet_id', sub_wallet_id, 'symbol', symbol, 'bucket', bucket, 'amount', amount)) into v_entries from lines;
  if v_entries is null then
    raise exception 'there is no hold %', p_ref using errcode = 'HF004';
  end if;
  if exists (select from jsonb_array_elements(v_entries) x where x ->> 'bucket' = 'available' and (x ->> 'amount')::numeric < 0) then
    raise exception 'more would be spent than % holds', p_ref using errcode = 'HF005';
  end if;
  return ledger_post(p_workspace, case when p_spent > 0 or p_fee > 0 then 'spend' else 'release' end, p_ref, v_entries);
end $$;

-- Balances as the journal alone says them; must equal the table at every committed state (domain.md, invariant 3).
create view ledger_replay as
  select workspace_id, sub_wallet_id, symbol,
    coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
    coalesce(sum(amount) filter (where bucket = 'frozen'), 0) as frozen,
    coalesce(sum(amount) filter (where bucket = 'collecting'), 0) as collecting,
    coalesce(sum(amount) filter (where bucket = 'pending_in'), 0) as pending_in,
    coalesce(sum(amount) filter (where bucket = 'held'), 0) as held
  from ledger_entries group by workspace_id, sub_wallet_id, symbol;

-- An asset that no longer adds up: nothing of it leaves until someone has looked.
create table asset_freezes (
  workspace_id bigint not null,
  symbol       text not null,
  reason       text not null,
  detail       jsonb not null default '{}',
  created_at   timestamptz not null default now(),
  primary key (workspace_id, symbol)
);
