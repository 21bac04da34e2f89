import { toUnits } from '@holdfast/money';
import { centsOf } from '@holdfast/policy';
import type { Leaf } from '../../../src/phrase.ts';
import { type Heard, leavesOf } from '../heard.ts';
import { answerIf, type Deed, type Reading } from '../reading.ts';
import { speaksOf } from './assets.ts';

/** Rounded down: no units lie between that and the number, so that both bound the same. Only a page that lies shows a fraction of a unit. */
function wholeUnits(number: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = number.split('.');
  return toUnits([whole, fraction.slice(0, decimals)].filter(Boolean).join('.'), decimals);
}

/** The number that is shown, in cents or base units; where an asset is named whose decimals nobody knows, it is base units. */
function numberIn(heard: readonly (Heard | Leaf)[], { decimals }: Deed): { unit: 'usd' | 'coin'; value: bigint } {
  const [leaf] = leavesOf(heard);
  if (!leaf) throw new Error('a bound that is not said');
  const number = leaf.shown.replaceAll(',', '').replace(/ .*$/, '');
  if (leaf.is === 'cents') return { unit: 'usd', value: toUnits(number, 2) };
  const raw = heard.some((one) => 'word' in one && one.word === 'rule_units');
  return { unit: 'coin', value: raw ? BigInt(number) : wholeUnits(number, decimals) };
}

const scopes = {
  rule_window_wallet: (one: Deed['past'][number], deed: Deed) => one.wallet === deed.wallet,
  rule_window_member: (one: Deed['past'][number], deed: Deed) => one.member === deed.initiator,
  rule_window_workspace: () => true,
} as const;

const worthOf = (units: bigint, decimals: number, price: string | undefined): bigint | undefined =>
  units === 0n ? 0n : price === undefined ? undefined : centsOf(units, decimals, price);

/** What is held against the bounds: it, and what the window holds of the assets that the sentence speaks of; of each its fee, and no stake, where it says so. */
function sumOf(unit: 'usd' | 'coin', deed: Deed, window: Heard | undefined, assets: Heard | undefined) {
  const { price, units, decimals, fee, chain, contract } = deed;
  const inUnit = (one: { readonly units: bigint; readonly cents: bigint | undefined }) =>
    unit === 'coin' ? one.units : one.cents;
  const own = { units, cents: worthOf(units, decimals, price) };
  if (!window) return inUnit(own);
  const hours = Number(leavesOf([window]).find(({ is }) => is === 'hours')?.shown);
  const inScope = scopes[window.word as keyof typeof scopes];
  const saysStake = (window.parts.stake ?? []).length > 0;
  const now = {
    ...(saysStake && deed.staked ? { units: 0n, cents: 0n } : own),
    ...{ chain, contract, fee: { units: fee.units, cents: worthOf(fee.units, fee.decimals, fee.price) } },
  };
  const before = deed.past.filter((one) => one.hoursAgo < hours && inScope(one, deed));
  const saysFees = (window.parts.fees ?? []).length > 0;
  const counted = [now, ...before].flatMap((one) => [
    ...(speaksOf(assets, one.chain, one.contract) ? [one] : []),
    ...(saysFees && speaksOf(assets, one.chain, '') ? [one.fee] : []),
  ]);
  return counted
    .map(inUnit)
    .reduce<bigint | undefined>((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0n);
}

export const amount: Reading = (said, deed, all) => {
  const bound = said.find(({ parts }) => parts.over || parts.upTo);
  if (!bound) return 'yes';
  const assets = all.find(({ word }) => word === 'rule_assetsOnly' || word === 'rule_assetsExcept');
  // A bound in coin is one of the asset that is named: of any other the sentence does not speak.
  if (!speaksOf(assets, deed.chain, deed.contract)) return 'no';
  const [over, upTo] = [bound.parts.over, bound.parts.upTo].map((part) => part && numberIn(part, deed));
  const unit = (over ?? upTo)?.unit ?? 'coin';
  const window = said.find(({ word }) => word in scopes);
  const value = sumOf(unit, deed, window, assets);
  if (value === undefined) return 'perhaps';
  return answerIf((!over || value > over.value) && (!upTo || value <= upTo.value));
};
