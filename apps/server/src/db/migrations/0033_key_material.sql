-- Requests for key material: proposals of a third kind, that wait after their approval and can be refused all that time.

alter table proposals drop constraint if exists proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind in ('policy', 'book', 'export'));

insert into proposal_moves values (5, 2), (1, 2) on conflict do nothing;

create or replace function proposals_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from proposal_moves where from_status = old.status and to_status = new.status) then
    raise exception 'proposal % may not move from % to %', old.id, old.status, new.status using errcode = 'HF020';
  end if;
  -- Rules and entries that are in force stay so; only key material can be refused after its approval.
  if new.status <> old.status and new.status = 2 and old.status <> 0 and old.kind <> 'export' then
    raise exception 'proposal % was approved', old.id using errcode = 'HF020';
  end if;
  if (new.workspace_id, new.kind, new.item_type, new.subject, new.intent, new.digest, new.document, new.policy_version)
    is distinct from (old.workspace_id, old.kind, old.item_type, old.subject, old.intent, old.digest, old.document, old.policy_version) then
    raise exception 'what proposal % says is not to be changed', old.id using errcode = 'HF021';
  end if;
  return new;
end $$;

-- What the signers have granted: the later of their times, by which it waits.
create table if not exists key_exports (
  proposal_id   bigint primary key references proposals (id),
  workspace_id  bigint not null references workspaces (id),
  ready_at      timestamptz not null,
  until         timestamptz not null check (until > ready_at),
  taken         int not null default 0 check (taken >= 0),
  taken_at      timestamptz
);

-- Every member with a key of equal rights is told of each grant, and says to have seen it.
create table if not exists key_export_notices (
  proposal_id      bigint not null references key_exports (proposal_id),
  member           text not null,
  acknowledged_at  timestamptz,
  primary key (proposal_id, member)
);
create index if not exists key_export_notices_open on key_export_notices (member) where acknowledged_at is null;
