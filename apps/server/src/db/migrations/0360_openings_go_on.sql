-- To open a network is to make addresses in every sub-wallet, which takes longer than a request where there are many of them. A server goes on with it by itself,
-- so it has to know the form of the accounts ('' = the usual one).
alter table opened_coins add column form text not null default '';
-- Some server is at it until then.
alter table opened_coins add column taken_until timestamptz;
