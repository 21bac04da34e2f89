-- The audit log (docs/decisions/0009-audit-log.md). What happens is written to the outbox in the transaction of what it tells of; one sequencer
-- at a time chains the outbox into the log.
create table audit_outbox (
  id bigint generated always as identity primary key,
  record jsonb not null check (jsonb_typeof(record) = 'object')
);

-- `entry` is the canonical text that is hashed; the other columns are read out of it and cannot say anything else. `nodes` are the perfect subtrees of the
-- Merkle tree that this entry completes, levels 1, 2, …, 32 bytes each: enough for every proof.
create table audit_log (
  seq bigint primary key check (seq >= 0),
  hash bytea not null check (length(hash) = 32),
  nodes bytea not null check (length(nodes) % 32 = 0),
  entry text not null,
  time timestamptz not null generated always as (to_timestamp((entry::jsonb ->> 'time')::bigint / 1000.0)) stored,
  workspace_id bigint generated always as (nullif(entry::jsonb ->> 'workspace', '')::bigint) stored,
  action text not null generated always as (entry::jsonb ->> 'action') stored,
  object text not null generated always as (entry::jsonb ->> 'object') stored,
  check ((entry::jsonb ->> 'seq')::bigint = seq)
);
create index audit_log_by_object on audit_log (object, seq desc);
create index audit_log_by_workspace on audit_log (workspace_id, seq desc);

-- Signed by the server; the signature as a line of the note.
create table audit_checkpoints (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  signature text not null,
  created_at timestamptz not null
);
create table audit_cosignatures (
  size bigint not null references audit_checkpoints,
  signer_id text not null,
  signature text not null,
  created_at timestamptz not null default now(),
  primary key (size, signer_id)
);
create index audit_cosignatures_by_signer on audit_cosignatures (signer_id, size desc);

-- Why a signer does not witness, for the screens; '' when it does.
create table audit_witnesses (
  signer_id text primary key,
  problem text not null,
  updated_at timestamptz not null default now()
);

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on audit_log for each statement execute function audit_is_append_only();
create trigger append_only before update or delete or truncate on audit_checkpoints for each statement execute function audit_is_append_only();
create trigger append_only before update or delete or truncate on audit_cosignatures for each statement execute function audit_is_append_only();
create trigger append_only before update on audit_outbox for each statement execute function audit_is_append_only();

-- From which kind of browser on which network a user has logged in before.
create table known_devices (
  user_id bigint not null references users on delete cascade,
  device text not null,
  network text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device, network)
);

-- What was kept of logins before there was a log goes into it, at its time. User ids of people who are gone are not known any more.
insert into audit_outbox (record)
select jsonb_build_object(
    'time', (extract(epoch from h.time) * 1000)::bigint::text,
    'workspace', '',
    'actor', case when h.result then 'user:' || h.user_id else 'nobody' end,
    'key', '',
    'network', regexp_replace(left(h.network, 64), '[^0-9a-zA-Z.:%]', '', 'g'),
    'agent', left(regexp_replace(h.agent, '[^[:print:]]', '', 'g'), 300),
    'action', 'session.login',
    'object', coalesce('user:' || h.user_id, ''),
    'result', case when h.result then 'ok' else 'refused' end,
    'detail', jsonb_build_object('method', 'password+totp') || case when h.result then '{}'::jsonb else jsonb_build_object('reason', replace(h.reason, ' ', '_')) end,
    'before', '', 'after', '')
  from login_history h where not h.result or h.user_id is not null order by h.id;
drop table login_history;

-- The history of logins is a view of the log (domain.md 7.23).
create view login_history as
select l.seq + 1 as id,
    l.object,
    substr(l.object, 6)::bigint as user_id,
    l.time,
    l.entry::jsonb ->> 'network' as network,
    l.entry::jsonb ->> 'agent' as agent,
    case when l.action = 'session.stepUp' then 'step_up' else 'password+totp' end as method,
    l.entry::jsonb ->> 'result' = 'ok' as result,
    coalesce(l.entry::jsonb -> 'detail' ->> 'reason', '') as reason,
    coalesce(l.entry::jsonb -> 'detail' ->> 'device', '') as device,
    coalesce(l.entry::jsonb -> 'detail' ->> 'seen', '') = 'new' as is_new
  from audit_log l
  where l.object like 'user:%' and l.action in ('session.login', 'session.stepUp', 'setup.totp');
