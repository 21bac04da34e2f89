-- What the fee of an order was worth when it was final, in US cents by the price of that moment, as `worth_cents` is of what was paid; null where its coin had none, and of
-- what was final before.
alter table orders add column fee_worth_cents numeric(78,0);
