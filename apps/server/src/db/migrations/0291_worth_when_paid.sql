-- What a payment or a deposit was worth when it was final, in US cents by the price of that moment; null where its coin had none, and of what was final before.
-- What it was worth is kept, as no later price says it.
alter table orders add column worth_cents numeric(78,0);
alter table deposits add column worth_cents numeric(78,0);
