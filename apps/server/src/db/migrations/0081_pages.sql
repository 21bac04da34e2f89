-- A member may approve on the pages of several signers, where the rules ask for different ones: each such approval is one of its own. The page is what the
-- authenticator signed; '' for a device key, and for every decision but an approval, of which there is one a member.
create function page_of(p_approval jsonb) returns text language sql immutable as $$
  select case when p_approval ->> 'decision' = 'approve' and p_approval -> 'proof' ->> 'type' = 'passkey'
    then coalesce(convert_from(decode(
      rpad(translate(p_approval -> 'proof' ->> 'clientDataJSON', '-_', '+/'),
        (length(p_approval -> 'proof' ->> 'clientDataJSON') + 3) / 4 * 4, '='), 'base64'), 'UTF8')::jsonb ->> 'origin', '')
    else '' end;
$$;

alter table order_approvals add column page text not null default '';
update order_approvals set page = page_of(approval);
alter table order_approvals drop constraint order_approvals_pkey, add primary key (order_id, member, decision, page);

alter table proposal_approvals add column page text not null default '';
update proposal_approvals set page = page_of(approval);
alter table proposal_approvals drop constraint proposal_approvals_pkey, add primary key (proposal_id, member, decision, page);

drop function page_of(jsonb);
