-- A payment of several is found by what one of its payees gets, as it is by its sum: see docs/decisions/0054. Most orders pay one, which is their sum; only the others
-- are in this index.
create function paid_amounts(p_outputs jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_path_query_array(p_outputs, '$[*].amount')
$$;
create index orders_by_part_of_amount on orders using gin (paid_amounts(outputs)) where jsonb_array_length(outputs) > 1;
