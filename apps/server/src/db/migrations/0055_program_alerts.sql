-- When it was last told that calls in a program's name had bad signatures: once in a while, not once for each of them.
alter table programs add column alerted_at timestamptz;
