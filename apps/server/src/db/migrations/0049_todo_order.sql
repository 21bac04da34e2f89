-- The to-do list shows first what runs out first.
drop index orders_open_by_time;
create index orders_open_by_expiry on orders (workspace_id, expires_at, id) where status = 1000;

-- Why somebody went to decide as they did: the server's word, not signed, so it stands beside the decision and never for it.
create table decision_remarks (
  proposal_id bigint not null references proposals,
  member      text not null,
  decision    text not null check (decision in ('approve', 'refuse')),
  remark      text not null check (char_length(remark) between 1 and 200),
  created_at  timestamptz not null default now(),
  primary key (proposal_id, member, decision)
);
