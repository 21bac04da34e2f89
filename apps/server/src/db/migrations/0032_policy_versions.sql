-- Every version of the rules that the signers have agreed on, as long as this server has watched: what a change changed can be shown later.
create table policy_versions (
  version text primary key,
  hash text not null,
  document text not null,
  taken_at timestamptz not null default now()
);
insert into policy_versions (version, hash, document)
select policy_version, policy_hash, policy_document from installation where policy_document is not null;
