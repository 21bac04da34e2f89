-- What happened, for whoever is told of it outside the page that did it (docs/decisions/0018-outbox.md). A row is written by the statement that it tells of, so it
-- is there if, and only if, that is; from here one carrier at a time takes it to every consumer, in the order of each object.
create table outbox (
  id bigint generated always as identity primary key,
  -- null: it is about a person, not a workspace
  workspace_id bigint,
  kind text not null,
  -- such as `order:12`
  object text not null,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  tries int not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  last_error text not null default ''
);
create index outbox_by_object on outbox (object, id);

create function tell_order() returns trigger language plpgsql as $$
begin
  insert into outbox (workspace_id, kind, object, data)
    select workspace_id, 'order', 'order:' || id, jsonb_build_object('status', new.status, 'sub', new.sub_status, 'actor', new.actor)
    from orders where id = new.order_id;
  return null;
end $$;
create trigger tell after insert on order_events for each row execute function tell_order();

-- Every signer's page has it: from now on it can be decided.
create function tell_announced() returns trigger language plpgsql as $$
begin
  insert into outbox (workspace_id, kind, object, data)
    values (new.workspace_id, tg_argv[0], tg_argv[0] || ':' || new.id, jsonb_build_object('status', new.status, 'sub', 'announced', 'actor', ''));
  return null;
end $$;
create trigger tell_announced after update on orders for each row
  when (old.announced_at is null and new.announced_at is not null) execute function tell_announced('order');
create trigger tell_announced after update on proposals for each row
  when (old.announced_at is null and new.announced_at is not null) execute function tell_announced('proposal');

create function tell_deposit() returns trigger language plpgsql as $$
begin
  insert into outbox (workspace_id, kind, object, data)
    select workspace_id, 'deposit', 'deposit:' || id, jsonb_build_object('status', new.status, 'sub', new.sub_status)
    from deposits where id = new.deposit_id;
  return null;
end $$;
create trigger tell after insert on deposit_events for each row execute function tell_deposit();

-- Asked for, asked for again in other words, or moved on.
create function tell_proposal() returns trigger language plpgsql as $$
begin
  insert into outbox (workspace_id, kind, object, data)
    values (new.workspace_id, 'proposal', 'proposal:' || new.id,
      jsonb_build_object('status', new.status, 'sub', tg_argv[0], 'actor', case new.status when 2 then coalesce(new.refused_by, '') when 3 then new.initiator else '' end));
  return null;
end $$;
create trigger tell_asked after insert on proposals for each row execute function tell_proposal('asked');
create trigger tell_moved after update on proposals for each row
  when (old.status <> new.status or old.intent_id <> new.intent_id) execute function tell_proposal('moved');

create function tell_decision() returns trigger language plpgsql as $$
begin
  insert into outbox (workspace_id, kind, object, data)
    select workspace_id, 'proposal', 'proposal:' || id, jsonb_build_object('status', status, 'sub', new.decision, 'actor', new.member)
    from proposals where id = new.proposal_id;
  return null;
end $$;
create trigger tell after insert on proposal_approvals for each row execute function tell_decision();

-- What else people are told of is in the audit log; its own outbox has it first.
create function tell_recorded() returns trigger language plpgsql as $$
begin
  insert into outbox (workspace_id, kind, object, data)
    values (nullif(new.record ->> 'workspace', '')::bigint, tg_argv[0], new.record ->> 'object',
      jsonb_build_object('action', new.record ->> 'action', 'actor', new.record ->> 'actor', 'network', new.record ->> 'network', 'detail', new.record -> 'detail'));
  return null;
end $$;
create trigger tell_safety after insert on audit_outbox for each row
  when (new.record ->> 'action' in ('signing.frozen', 'signing.unfrozen', 'asset.frozen', 'signers.differ') and new.record ->> 'result' = 'ok')
  execute function tell_recorded('safety');
create trigger tell_login after insert on audit_outbox for each row
  when (new.record ->> 'action' = 'session.login' and new.record ->> 'result' = 'ok' and new.record -> 'detail' ->> 'seen' = 'new')
  execute function tell_recorded('login');

-- What members were told, for the bell. `round` is what makes a second telling of the same another one: the digest that is asked about, or ''.
create table notices (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('decide', 'remind', 'outcome', 'deposit', 'safety', 'login')),
  event text not null,
  object text not null,
  round text not null default '',
  -- null: of no single one
  sub_wallet_id int references sub_wallets,
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  unique (user_id, workspace_id, object, event, round)
);
create index notices_of_user on notices (user_id, workspace_id, id desc);
create index notices_unread on notices (user_id, workspace_id) where read_at is null;
