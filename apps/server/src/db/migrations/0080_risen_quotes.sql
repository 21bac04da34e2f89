-- What the signers said an order's coins were worth when that had risen above what they said at first, and took more approvals: the last such quotes.
alter table orders add column risen_quotes jsonb not null default '[]';
