-- A code is asked for again and again while it is open, and removed when it has long expired.
create index qrcs_of_order on qrcs (order_id, user_id, expires_at desc);
create index qrcs_by_end on qrcs (expires_at);
