-- When a workspace had done all of its first steps: none of them is told of again.
alter table workspaces add column first_steps_done_at timestamptz;

-- Where the recovery kit lies is noted as backups and drills are.
alter table upkeep_notes drop constraint upkeep_notes_kind_check,
  add constraint upkeep_notes_kind_check check (kind in ('database', 'signers', 'kit', 'restore', 'recovery', 'freeze'));
