-- An order that moves no coin of its own holds its fee alone, also of a token that the sub-wallet has none of: what may be taken by allowance stays where it is.
create or replace function ledger_shortage(p_workspace bigint, p_sub_wallet int, p_asset int, p_amount numeric, p_fee_asset int, p_fee numeric)
returns text language plpgsql stable as $$
declare
  v_available numeric;
begin
  select available into v_available from balances where sub_wallet_id = p_sub_wallet and asset_id = p_asset and workspace_id = p_workspace;
  if coalesce(v_available, 0) < p_amount + (case when p_asset = p_fee_asset then p_fee else 0 end) then
    return 'balance';
  end if;
  if p_asset <> p_fee_asset and p_fee > 0 then
    select available into v_available from balances where sub_wallet_id = p_sub_wallet and asset_id = p_fee_asset and workspace_id = p_workspace;
    if v_available is null or v_available < p_fee then
      return 'fee';
    end if;
  end if;
  return '';
end $$;

create or replace function ledger_reserve(p_workspace bigint, p_sub_wallet int, p_ref text, p_asset int, p_amount numeric, p_fee_asset int, p_fee numeric)
returns void language plpgsql set holdfast.posting = 'on' as $$
declare
  v_transfer bigint;
  v_first numeric := case when p_asset = p_fee_asset then p_amount + p_fee else p_amount end;
begin
  insert into ledger_transfers (workspace_id, kind, ref) values (p_workspace, 'reserve', p_ref) returning id into v_transfer;
  if v_first > 0 then
    update balances set available = available - v_first, frozen = frozen + v_first, updated_at = now()
      where sub_wallet_id = p_sub_wallet and asset_id = p_asset and workspace_id = p_workspace;
    insert into ledger_entries (transfer_id, line, workspace_id, sub_wallet_id, asset_id, bucket, amount) values
      (v_transfer, 1, p_workspace, p_sub_wallet, p_asset, 'available', -v_first),
      (v_transfer, 2, p_workspace, p_sub_wallet, p_asset, 'frozen', v_first);
  end if;
  if p_asset <> p_fee_asset and p_fee > 0 then
    update balances set available = available - p_fee, frozen = frozen + p_fee, updated_at = now()
      where sub_wallet_id = p_sub_wallet and asset_id = p_fee_asset and workspace_id = p_workspace;
    insert into ledger_entries (transfer_id, line, workspace_id, sub_wallet_id, asset_id, bucket, amount) values
      (v_transfer, 3, p_workspace, p_sub_wallet, p_fee_asset, 'available', -p_fee),
      (v_transfer, 4, p_workspace, p_sub_wallet, p_fee_asset, 'frozen', p_fee);
  end if;
end $$;
