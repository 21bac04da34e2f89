-- Test cases that came with a file of rules: the workspace keeps them once its rules are in force, and not before.
create table proposal_cases (
  proposal_id  bigint primary key references proposals (id),
  cases        jsonb not null check (jsonb_typeof(cases) = 'array')
);
