-- Prices by which a signer asked for more approvals of an order, where it knows higher ones than the quotes here: in USD by `chain|contract`.
alter table orders add column told_prices jsonb not null default '{}';
