-- The value in cents of the most that an order may cost, by the quotes of `value_cents`; null where the coin that fees are paid in had no price.
alter table orders add column fee_cents numeric(78,0) check (fee_cents >= 0);
-- Of what was asked before fees counted nothing counts.
update orders set fee_cents = 0;
