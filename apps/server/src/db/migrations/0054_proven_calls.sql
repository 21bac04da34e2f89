-- Calls that are a program's own, and those that only say so: whoever knows an app id can make these. Each kind is kept for itself, so that nobody can push
-- a program's own calls out of its log.
alter table program_calls add column proven boolean not null default false;
-- Of those written down before: answered with one of these, a call may have been anybody's (signature, app id, not fresh).
update program_calls set proven = code not in (100005, 100015, 300102);
alter table program_calls alter column proven drop default;
create index program_calls_unproven on program_calls (app_id, id desc) where not proven;
