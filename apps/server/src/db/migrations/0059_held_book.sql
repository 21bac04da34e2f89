-- Rules of the address book that the members loosened and the signers still hold payments to: what all of them say of themselves, together.
alter table installation add column book_held jsonb not null default '[]';
