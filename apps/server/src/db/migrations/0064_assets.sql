-- What the ledger counts. An asset is its contract and token id on its chain, never its symbol: anybody may give a token any symbol (threats T40).
create table assets (
  id       int generated always as identity primary key,
  chain    text not null check (chain <> ''),
  -- '' is the chain's own coin
  contract text not null,
  -- '' is all of a contract whose units are alike
  token_id text not null,
  symbol   text not null check (symbol <> ''),
  decimals smallint not null check (decimals >= 0),
  unique (chain, contract, token_id)
);

-- Takes in the assets of the configuration, [{chain, contract, token_id, symbol, decimals}]; what is known stays. The server calls it at every start.
-- A coin may get another symbol. Other decimals would change what every stored amount means, and another spelling of a contract would be another asset.
create function assets_keep(p_assets jsonb) returns void language plpgsql as $$
declare
  r record;
begin
  for r in
    select c.*, a.decimals as kept_decimals, a.contract as kept_contract
    from jsonb_to_recordset(p_assets) as c (chain text, contract text, token_id text, symbol text, decimals smallint)
      join assets a on a.chain = c.chain and lower(a.contract) = lower(c.contract) and a.token_id = c.token_id
    where a.decimals <> c.decimals or a.contract <> c.contract
  loop
    raise exception 'The configuration has % on % with % decimals in the contract "%"; the ledger keeps it with % decimals in the contract "%".',
      r.symbol, r.chain, r.decimals, r.contract, r.kept_decimals, r.kept_contract using errcode = 'HF021';
  end loop;
  update assets a set symbol = c.symbol
    from jsonb_to_recordset(p_assets) as c (chain text, contract text, token_id text, symbol text)
    where a.chain = c.chain and a.contract = c.contract and a.token_id = c.token_id and a.symbol <> c.symbol;
  insert into assets (chain, contract, token_id, symbol, decimals)
    select c.chain, c.contract, c.token_id, c.symbol, c.decimals
    from jsonb_to_recordset(p_assets) as c (chain text, contract text, token_id text, symbol text, decimals smallint)
    where not exists (select from assets a where a.chain = c.chain and a.contract = c.contract and a.token_id = c.token_id);
end $$;
