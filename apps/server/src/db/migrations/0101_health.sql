-- When the last block of a chain was seen, and since when it is not followed: whoever writes the row need not know.
alter table chain_state add column tip_at timestamptz, add column down_since timestamptz;
update chain_state set down_since = updated_at where state = 'down';
create function chain_state_times() returns trigger language plpgsql as $$
begin
  if new.tip is distinct from old.tip and new.tip > coalesce(old.tip, -1) then new.tip_at := clock_timestamp(); end if;
  if new.state <> 'down' then new.down_since := null;
  elsif old.state <> 'down' then new.down_since := clock_timestamp();
  end if;
  return new;
end $$;
create trigger times before update on chain_state for each row execute function chain_state_times();

-- Backups and drills, as members note them.
create table upkeep_notes (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  kind text not null check (kind in ('database', 'signers', 'restore', 'recovery', 'freeze')),
  by_user bigint not null references users,
  remark text not null,
  done_at timestamptz not null
);
create index upkeep_notes_newest on upkeep_notes (workspace_id, kind, done_at desc);
