-- Where transactions die by themselves, signers let another payment have the nonce of one that is dead (conflict.ts there: 120 s after its time; 30 s for
-- clocks), and not only when its intent has ended, which may be days later.
drop function lane_leave(bigint);

-- Leaves the nonce of an order that ended; the time it is free from, null when the order had none. p_until: from when on the chain takes none of its transactions.
create function lane_leave(p_order bigint, p_until timestamptz) returns timestamptz language sql as $$
  update lane_nonces n set free_from = least(o.expires_at, p_until) + interval '150 seconds'
    from orders o where o.id = p_order and n.order_id = o.id returning n.free_from;
$$;
