-- Whose installation this becomes, the token says that the server gave out at its first start: nobody else makes an owner, or takes an unconfirmed one's place.
alter table installation add column setup_token_hash text;
