-- Changes of the rules and of the address book on their way to the signers: proposed, decided by members, taken over by every signer.

create table proposals (
  id              bigint generated always as identity primary key,
  workspace_id    bigint not null references workspaces (id),
  kind            text not null check (kind in ('policy', 'book')),
  -- What people see it as in their list (contract: todoType), and what the area that proposed it made of it.
  item_type       smallint not null,
  subject         jsonb not null default '{}',
  remark          text not null default '' check (length(remark) <= 200),
  initiator_user  bigint not null,
  initiator       text not null,
  intent_id       uuid not null unique,
  intent          text not null,
  digest          text not null unique check (length(digest) = 64),
  -- Canonical text of the next policy document, or of the change of the address book.
  document        text not null,
  -- Of the policy it was proposed under; another version in force makes it void.
  policy_version  text not null,
  status          smallint not null default 0 check (status between 0 and 6),
  refused_by      text,
  last_error      text not null default '',
  announced_at    timestamptz,
  decided_at      timestamptz,
  next_at         timestamptz not null default now(),
  lease_until     timestamptz,
  lease_token     bigint not null default 0,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null
);
create index proposals_open on proposals (status, next_at) where status in (0, 5);
create index proposals_by_time on proposals (workspace_id, status, created_at desc, id desc);

-- The same moves stand in proposals/states.ts and a test compares the two.
create table proposal_moves (from_status smallint not null, to_status smallint not null, primary key (from_status, to_status));
insert into proposal_moves values (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (5, 1), (5, 6);

create function proposals_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from proposal_moves where from_status = old.status and to_status = new.status) then
    raise exception 'proposal % may not move from % to %', old.id, old.status, new.status using errcode = 'HF020';
  end if;
  if (new.workspace_id, new.kind, new.item_type, new.subject, new.intent, new.digest, new.document, new.policy_version)
    is distinct from (old.workspace_id, old.kind, old.item_type, old.subject, old.intent, old.digest, old.document, old.policy_version) then
    raise exception 'what proposal % says is not to be changed', old.id using errcode = 'HF021';
  end if;
  return new;
end $$;
create trigger proposals_guard before update on proposals for each row execute function proposals_guard();
create trigger proposals_never_deleted before delete on proposals for each row execute function ledger_append_only();

create table proposal_approvals (
  proposal_id bigint not null references proposals (id),
  member      text not null,
  decision    text not null check (decision in ('initiate', 'approve', 'refuse')),
  approval    jsonb not null,
  created_at  timestamptz not null default clock_timestamp(),
  primary key (proposal_id, member, decision)
);
