-- The member who proposed it; null: not known, of programs that were there before. Their programs are switched off when they are removed.
alter table programs add column made_by text;
create index programs_by_maker on programs (workspace_id, made_by);
