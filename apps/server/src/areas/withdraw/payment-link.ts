import {
  type AssetConfig,
  type ChainConfig,
  type ChainFamily,
  familyOf,
  familyOfLinks,
  isOfFamily,
  type PaymentLink,
  takesMemo,
} from '@holdfast/chains';
import { type contract, isUnseen, type Output } from '@holdfast/contract';
import { fromUnits, MoneyError, toUnits } from '@holdfast/money';

type LinkReading = Output<typeof contract.withdraw.addressLink>;

/** As many characters as an order takes of each (packages/contract, withdraw.ts). */
const longest = { memo: 100, remark: 200 };
const nothing: Omit<LinkReading, 'fault'> = {
  ...{ network: '', coin: null, payee: '', amount: null, amount_left_out: false, memo: '', remark: '' },
};

/** As much of a text as a remark takes, without what cannot be seen in it; never half a character. */
function remarkFrom(text: string): string {
  const seen = Array.from(text, (one) => (isUnseen(one) ? ' ' : one)).join('');
  const cut = seen.replace(/ +/g, ' ').trim().slice(0, longest.remark);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
}

/** The coin of a contract as a link spells it, without one the chain's own; undefined for a token that is not set up. */
function assetOf(chain: ChainConfig, contract: string): AssetConfig | undefined {
  const checked = contract === '' ? undefined : familyOf(chain).checkAddress(chain, contract);
  if (checked && !checked.ok) return undefined;
  return chain.assets.find((asset) => asset.contract === (checked?.address ?? ''));
}

/** The chain that a link is of: the one that it names, or that its address or its kind of amount belongs to; undefined where none of ours is that, or several are. */
function chainOf(
  chains: readonly ChainConfig[],
  { id, links }: ChainFamily,
  link: PaymentLink,
): ChainConfig | undefined {
  const named = link.network || links?.mainnet;
  const ours = chains.filter((chain) => isOfFamily({ id }, chain));
  const [chain, ...others] =
    named === undefined
      ? ours.filter((one) => familyOf(one).checkAddress(one, link.address).ok)
      : ours.filter((one) => one.id === `${id}:${named}`);
  return others.length === 0 ? chain : undefined;
}

/** A link of another network or coin: the coin that it asks for, where it names one, and that can be paid here. */
function otherCoin(
  fault: 'network' | 'coin',
  network: string,
  chain: ChainConfig | undefined,
  link: PaymentLink,
): LinkReading {
  const asset = chain && link.contract !== undefined ? assetOf(chain, link.contract) : undefined;
  if (!chain || !asset) return { ...nothing, fault, network };
  const coin = { symbol: asset.symbol, chain_id: chain.id, contract_address: asset.contract };
  return { ...nothing, fault, network: chain.name, coin };
}

/** Canonical decimal text; undefined where it is nothing, or no whole number of the coin's units. */
function amountFrom(
  amount: Exclude<PaymentLink['amount'], undefined | 'unclear'>,
  decimals: number,
): string | undefined {
  try {
    const units = 'coins' in amount ? toUnits(amount.coins, decimals) : toUnits(amount.units, 0);
    return units > 0n ? fromUnits(units, decimals) : undefined;
  } catch (error) {
    if (error instanceof MoneyError) return undefined;
    throw error;
  }
}

/**
 * Is the amount of a link meant on this network? EIP-681 means the payer's own network where it names none, but whoever writes it means the main one: elsewhere it is
 * another coin that counts alike.
 */
const isMeantOn = (chain: ChainConfig, { id, links }: ChainFamily, { network, contract }: PaymentLink): boolean =>
  network !== '' || contract !== '' || links?.mainnet === undefined || chain.id === `${id}:${links.mainnet}`;

/** Of which network a link is that is not of this one: one of ours by its name, another by its number. */
const nameOf = (chains: readonly ChainConfig[], family: ChainFamily, network: string): string =>
  chains.find(({ id }) => id === `${family.id}:${network}`)?.name ?? `chain ID ${network}`;

/**
 * Reads a payment link for a coin: as that, or not at all. What it asks for of another network or coin, or beside an amount and a memo, is a fault, so that nobody
 * pays something else than it says. Pure.
 */
export function readPaymentLink(
  chains: readonly ChainConfig[],
  { chain, asset }: { readonly chain: ChainConfig; readonly asset: AssetConfig },
  text: string,
): LinkReading {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/isu.exec(text.trim()) ?? [];
  const family = familyOfLinks(scheme.toLowerCase());
  if (!family?.links) return { ...nothing, fault: 'unknown' };
  const link = family.links.read(rest);
  if (!isOfFamily(family, chain)) {
    const { network } = family.links;
    if (typeof link === 'string') return { ...nothing, fault: 'network', network };
    return otherCoin('network', network, chainOf(chains, family, link), link);
  }
  if (typeof link === 'string') return { ...nothing, fault: link };
  if (link.network !== '' && chain.id !== `${family.id}:${link.network}`)
    return otherCoin('network', nameOf(chains, family, link.network), chainOf(chains, family, link), link);
  // One without a coin is an address, for any coin of its network.
  if (link.contract !== undefined && assetOf(chain, link.contract)?.contract !== asset.contract)
    return otherCoin('coin', '', assetOf(chain, link.contract) ? chain : chainOf(chains, family, link), link);
  const isClear = link.amount !== 'unclear' && isMeantOn(chain, family, link);
  const amount = isClear && link.amount !== undefined ? amountFrom(link.amount, asset.decimals) : null;
  if (amount === undefined) return { ...nothing, fault: 'amount' };
  const memo = link.memo.trim();
  if (!takesMemo(family, memo) || memo.length > longest.memo) return { ...nothing, fault: 'memo' };
  const amount_left_out = link.amount !== undefined && !isClear;
  return {
    ...{ ...nothing, fault: '', payee: link.address, amount, amount_left_out },
    ...{ memo, remark: remarkFrom(link.remark) },
  };
}
