-- Where keys of a chain have two forms of address, branches 2 and 3 are those of deposits and change of the second form.
alter table addresses drop constraint addresses_branch_check;
alter table addresses add constraint addresses_branch_check check (branch between 0 and 3);
