-- One or two letters are no piece that the index of names knows (0125), so every name was read for them: what pairs of letters a sub-wallet's names hold is written
-- down. It costs some 90 bytes a sub-wallet and a quarter of that in the index, and is made anew, in some 10 µs, whenever the row is
-- written. No payment writes it.
create function letter_pairs(p_text text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  v_pairs text[];
begin
  for n in 1 .. length(p_text) loop
    v_pairs[n] := substr(p_text, n, 2);
  end loop;
  return array_to_tsvector(v_pairs);
end $$;
alter table sub_wallets add column pairs tsvector not null generated always as (letter_pairs(lower(name || E'\n' || alias))) stored;
create index sub_wallets_by_pairs on sub_wallets using gin (pairs);
