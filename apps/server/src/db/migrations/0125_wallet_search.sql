-- Sub-wallets are found by any part of their names among a million of them, where the server has the means for it (pg_trgm comes with PostgreSQL, and is trusted
-- since 13). Without it they are found all the same, by reading all names.
do $$ begin
  create extension if not exists pg_trgm;
  create index sub_wallets_by_name on sub_wallets using gin (lower(name || E'\n' || alias) gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'pg_trgm cannot be had: wallets are searched without an index';
end $$;
