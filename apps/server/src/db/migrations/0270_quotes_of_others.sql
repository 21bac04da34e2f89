-- Quotes of pools whose fees differ, and of services that write the call themselves.
alter table trade_quotes
  -- Of each pool on the way, in millionths; none where every pool of the router takes the same.
  add column fees int[] not null default '{}',
  -- Who takes the token that is given: the router itself, or a contract of its.
  add column spender text,
  -- The call as its service wrote it, `0x…`; null where it is made when the quote is taken.
  add column data text check (data ~ '^0x([0-9a-f]{2})+$');
update trade_quotes set spender = router;
alter table trade_quotes
  alter column spender set not null,
  add check (spender <> '');
