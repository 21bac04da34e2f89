import { type ChainConfig, familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import { type Asset, type Catalog, type Coin, totalValue, usdText } from '../../catalog.ts';
import { factsOf, speedsUp } from '../../chains/facts.ts';
import { type CoinStops, unpayableBy } from '../../coin-stops.ts';
import type { Address } from './address-queries.ts';
import { type BalanceRow, type Holding, totalUnits } from './ledger-port.ts';
import type { Opened } from './opened.ts';
import type { SubWallet } from './queries.ts';
import { addressType, proofOf, subWalletStatus } from './rules.ts';

export const holdingsOf = (rows: readonly BalanceRow[]): Holding[] =>
  rows.map((row) => ({ assetId: row.assetId, units: totalUnits(row) }));
const valueText = (value: bigint | null): string | null => (value === null ? null : usdText(value));

/** Value of all that is held as text; null when something of it has no price. */
export const worth = (catalog: Catalog, held: readonly Holding[]): string | null =>
  valueText(totalValue(catalog, held));

/** The same value in whole BTC; null without its price, and where several coins are called so. */
export function worthInBtc(catalog: Catalog, held: readonly Holding[]): string | null {
  const total = totalValue(catalog, held);
  const [btc, ...others] = catalog.named({ symbol: 'BTC' });
  const one = btc && others.length === 0 ? catalog.valueOf(btc.asset.id, 100_000_000n) : null;
  return total === null || !one ? null : fromUnits((total * 100_000_000n) / one, 8);
}

const zero = { available: 0n, frozen: 0n, collecting: 0n, pending: 0n, held: 0n, staked: 0n };

/** The parts of a balance as whole coins. */
export function bucketsOf(row: Omit<BalanceRow, 'subWalletId' | 'assetId'> | undefined, decimals: number) {
  const { available, frozen, collecting, pending, held, staked } = row ?? zero;
  return {
    normal_balance: fromUnits(available, decimals),
    lock_balance: fromUnits(frozen, decimals),
    collecting_balance: fromUnits(collecting, decimals),
    pending_balance: fromUnits(pending, decimals),
    hold_balance: fromUnits(held, decimals),
    staked_balance: fromUnits(staked, decimals),
  };
}

export interface CoinRowParts {
  readonly catalog: Catalog;
  readonly chain: ChainConfig;
  readonly asset: Asset;
  readonly balance: BalanceRow | undefined;
  readonly focus: boolean;
  /** The first deposit address, where there is one. */
  readonly address: Address | undefined;
  readonly deployment: string;
  readonly open: boolean;
  /** It may be sent here now. */
  readonly receives: boolean;
  /** A payment of it can be asked for now. */
  readonly pays: boolean;
}
/** Can a payment of it be asked for, as far as wallet and coin go? A freeze of all signing is told by the signers. */
export function isPaid(
  catalog: Catalog,
  { chain, asset }: Coin,
  { hidden, open, stops }: { readonly hidden: boolean; readonly open: boolean; readonly stops: CoinStops },
): boolean {
  const frozen = stops.isFrozen(asset.id) || stops.isFrozen(catalog.feeAsset(chain).id);
  const verified = catalog.isVerified(asset.id);
  return unpayableBy({ hidden, signing: true, open, verified, frozen }) === '';
}

/** One coin of a sub-wallet as the wire has it. */
export function coinRow(parts: CoinRowParts) {
  const { catalog, chain, asset, balance, focus, address, deployment, open, receives, pays } = parts;
  const units = balance ? totalUnits(balance) : 0n;
  const price = catalog.price(asset.id);
  return {
    symbol: asset.symbol,
    symbol_alias: asset.symbol,
    base_symbol: chain.baseSymbol,
    coin_net: chain.name,
    name: asset.name,
    icon: asset.symbol.toLowerCase(),
    chain_id: chain.id,
    contract_address: asset.contract,
    decimals: asset.decimals,
    ...bucketsOf(balance, asset.decimals),
    total_balance: fromUnits(units, asset.decimals),
    price_usd: price?.text ?? null,
    price_time: price?.time ?? null,
    price_source: price?.source ?? '',
    asset_usd: valueText(catalog.valueOf(asset.id, units)),
    normal_usd: valueText(catalog.valueOf(asset.id, balance?.available ?? 0n)),
    is_focus: focus,
    open,
    enable_deposit: receives,
    enable_withdraw: pays,
    coin_type: factsOf(chain).coinType,
    support_memo: familyOf(chain).memo !== 'none',
    address: address?.address ?? '',
    path: address?.path ?? '',
    proof: address ? proofOf(deployment, address) : null,
  };
}

interface ChainFacts {
  readonly held: readonly Holding[];
  readonly stops: CoinStops;
  /** Where it is being opened. */
  readonly progress: { readonly made: number; readonly of: number } | undefined;
}

/** A network with its coins, as a workspace has opened them, and what of each it holds. */
export function chainRow(catalog: Catalog, chain: ChainConfig, opened: Opened, { held, stops, progress }: ChainFacts) {
  const open = opened.isOpen(chain.id);
  const asset = catalog.feeAsset(chain);
  return {
    chain_id: chain.id,
    coin_net: chain.name,
    symbol: chain.baseSymbol,
    symbol_alias: chain.baseSymbol,
    real_symbol: chain.baseSymbol,
    icon: chain.baseSymbol.toLowerCase(),
    is_support_memo: familyOf(chain).memo !== 'none',
    enable_deposit: stops.deposit({ chain, asset }, open) === '',
    enable_withdraw: open && !stops.isFrozen(asset.id),
    support_acceleration: speedsUp(chain),
    if_open_chain: open,
    account_forms: [...(familyOf(chain).accountForms ?? [])],
    addr_forms: [...(familyOf(chain).addressForms ?? [])],
    opening: opened.stateOf(chain.id) === 'opening',
    opening_progress: progress ?? null,
    closed: opened.stateOf(chain.id) === 'closed',
    deposit_confirmation: chain.confirmations.deposit,
    withdraw_confirmation: chain.confirmations.withdraw,
    display_order: catalog.chains.indexOf(chain),
    coins: catalog.assetsOf(chain).map(({ id, symbol, name, contract, decimals }) => ({
      symbol,
      name,
      contract_address: contract,
      decimals,
      if_open: opened.isOpen(chain.id, contract),
      balance: fromUnits(held.find(({ assetId }) => assetId === id)?.units ?? 0n, decimals),
    })),
  };
}

export const addressRow = (catalog: Catalog, deployment: string, row: Address) => ({
  address_id: row.id,
  chain_id: row.chain,
  base_symbol: catalog.chain(row.chain)?.baseSymbol ?? '',
  address: row.address,
  addr_type: addressType(row.branch),
  path: row.path,
  proof: proofOf(deployment, row),
});

export function subWalletRow<R extends string>(
  wallet: SubWallet,
  parts: { role: R; members: number; usd: string | null },
) {
  return {
    sub_wallet_id: wallet.id,
    sub_wallet_name: wallet.name,
    alias: wallet.alias,
    sub_wallet_type: wallet.type,
    app_show_status: wallet.app_show_status,
    is_top: wallet.is_top,
    asset_usd: parts.usd,
    role: parts.role,
    member_count: parts.members,
    status: subWalletStatus[wallet.status],
    created_at: wallet.created_at,
  };
}

export const nameRow = ({ id, name, type, status }: SubWallet) => ({ id, name, type, status: subWalletStatus[status] });
