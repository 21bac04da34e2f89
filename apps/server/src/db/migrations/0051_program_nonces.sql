-- Signed requests are taken once: what was seen is kept until the time in it alone refuses it.
create table program_nonces (
  app_id text not null references programs,
  nonce text not null,
  until timestamptz not null,
  primary key (app_id, nonce)
);
create index program_nonces_until on program_nonces (app_id, until);
