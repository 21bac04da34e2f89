-- What is claimed next stands in the index as it is claimed: of thousands that are due at one moment, as all are after a change of the rules, a claim reads those it takes.
drop index orders_open;
create index orders_open on orders (status, next_at, id) where status in (1000, 1100, 1200);
