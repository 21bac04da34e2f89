-- Addresses are found by any part of themselves or their labels among a million, as sub-wallets are (0125), where the server has the means for it.
do $$ begin
  create index addresses_by_text on addresses using gin (lower(address || E'\n' || label) gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not there: addresses are searched without an index';
end $$;
