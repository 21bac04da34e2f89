-- In one sub-wallet a member may be something else than in the workspace: kept beside the role, as the rules in force say it.
alter table members add column wallets jsonb not null default '[]';
update members m set wallets = r.entry -> 'wallets'
  from installation i, jsonb_array_elements(i.policy_document::jsonb -> 'members') as r(entry)
  where i.policy_document is not null and r.entry ->> 'id' = m.member_id;
