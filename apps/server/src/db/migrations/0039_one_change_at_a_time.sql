-- Signers that have taken an approved change over: from the first one on it is never ended but by all of them having it.
alter table proposals add column taken_by text[] not null default '{}';
-- How often it was tried without getting further, for the pauses in between.
alter table proposals add column tries int not null default 0 check (tries >= 0);
-- The queue of approved changes of rules and address book, in the order of their approval.
create index proposals_applying on proposals (decided_at, id) where status = 5 and kind in ('policy', 'book');

-- Approved for rules or a book that another change has overtaken meanwhile: it is asked for again.
insert into proposal_moves values (5, 0);

-- What one signer has, the others get.
create function proposals_taken_guard() returns trigger language plpgsql as $$
begin
  if cardinality(old.taken_by) > 0 and new.status <> old.status and new.status <> 1 then
    raise exception 'proposal % is being taken over', old.id using errcode = 'HF020';
  end if;
  if not new.taken_by @> old.taken_by then
    raise exception 'proposal % was taken over', old.id using errcode = 'HF021';
  end if;
  return new;
end $$;
create trigger proposals_taken_guard before update on proposals for each row execute function proposals_taken_guard();
