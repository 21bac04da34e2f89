-- A batch is one order that asks for many payments. Approved, it becomes one order for each of its rows, and holds nothing itself any more: each row holds what it pays.
alter table orders
  add column batch_of bigint references orders (id),
  add column batch_row int check (batch_row >= 0);
alter table orders add constraint orders_batch_check check ((batch_of is not null) = (kind = 'row') and (batch_row is not null) = (kind = 'row'));
-- No row is ever ordered twice.
create unique index orders_rows on orders (batch_of, batch_row) where batch_of is not null;
-- Its rows are signed, never itself.
alter table orders drop constraint orders_paying_is_signed;
alter table orders add constraint orders_paying_is_signed
  check (status not in (1200, 2000, 2300) or kind = 'batch' or (raw is not null and txid is not null));
alter table orders add constraint orders_batch_is_unsigned
  check (kind <> 'batch' or (raw is null and txid is null and plan is null and admitted_at is null and exposed_at is null));
