-- What a signer counted in the windows of rules when it asked for more approvals of an order of which a part of a signature may have left: where that is more than the
-- books here say. Each with the time at which it was told.
alter table orders add column told_sums jsonb not null default '[]';
