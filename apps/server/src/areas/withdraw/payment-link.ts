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
  ...{ network: '', payee: '', amount: null, amount_left_out: false, memo: '', remark: '' },
};

/** As much of a text as a remark takes, without what cannot be seen in it; never half a character. */
function remarkFrom(text: string): string {
  const seen = Array.from(text, (one) => (isUnseen(one) ? ' ' : one)).join('');
  const cut = seen.replace(/ +/g, ' ').trim().slice(0, longest.remark);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
}

/** Is the link's contract the coin's own? One without a coin is an address, for any coin of its network. */
function isOfCoin(chain: ChainConfig, asset: AssetConfig, contract: PaymentLink['contract']): boolean {
  if (contract === undefined || contract === asset.contract) return true;
  const checked = familyOf(chain).checkAddress(chain, contract);
  return checked.ok && checked.address === asset.contract;
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
  if (!isOfFamily(family, chain)) return { ...nothing, fault: 'network', network: family.links.network };
  const link = family.links.read(rest);
  if (typeof link === 'string') return { ...nothing, fault: link };
  if (link.network !== '' && chain.id !== `${family.id}:${link.network}`)
    return { ...nothing, fault: 'network', network: nameOf(chains, family, link.network) };
  if (!isOfCoin(chain, asset, link.contract)) return { ...nothing, fault: 'coin' };
  const isClear = link.amount !== 'unclear' && isMeantOn(chain, family, link);
  const amount = isClear && link.amount !== undefined ? amountFrom(link.amount, asset.decimals) : null;
  if (amount === undefined) return { ...nothing, fault: 'amount' };
  const memo = link.memo.trim();
  if (!takesMemo(family, memo) || memo.length > longest.memo) return { ...nothing, fault: 'memo' };
  const amount_left_out = link.amount !== undefined && !isClear;
  return {
    ...{ fault: '', network: '', payee: link.address, amount, amount_left_out },
    ...{ memo, remark: remarkFrom(link.remark) },
  };
}
