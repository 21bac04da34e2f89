-- Tokens that members agreed on, as the signers hold them in the address book: what is paid with by their word.
create table book_tokens (
  workspace_id bigint not null references workspaces,
  chain        text not null,
  contract     text not null,
  symbol       text not null,
  decimals     int not null check (decimals between 0 and 36),
  since        timestamptz not null,
  primary key (workspace_id, chain, contract)
);
