import { familyOf, takesMemo } from '@holdfast/chains';
import type { BookEntry } from '@holdfast/policy';
import { twinsOf } from '@holdfast/policy/look-alikes';
import { addressPoisoning } from '../../address-poisoning.ts';
import type { Catalog, Coin } from '../../catalog.ts';
import { refuse } from '../../refuse.ts';
import type { Payments } from './queries.ts';
import * as rules from './rules.ts';

/** Somebody known by a label: what a look-alike is told apart from. */
export interface Known {
  readonly address: string;
  readonly label: string;
}

/** @throws invalidAddress, unsupportedCoin, ambiguousCoin */
export function soundEntry(catalog: Catalog, wanted: rules.Wanted): BookEntry {
  const made = rules.entryOf(wanted, catalog.chains, catalog.coins);
  if (!('problem' in made)) return made;
  if (made.problem === 'memo' || made.problem === 'methods') throw refuse('invalidParameters', { field: made.problem });
  if (made.problem !== 'invalidAddress') throw refuse(made.problem, { symbol: made.what });
  throw refuse('invalidAddress', { network: made.what });
}

/** Finds the known payees that a person would take for an address. */
export function likenessAmong(known: readonly Known[]): (address: string) => { like: string; label: string }[] {
  const alike = addressPoisoning(known);
  return (given) => alike(given).map(({ address, label }) => ({ like: address, label }));
}

/**
 * Payees nobody has looked at yet, each by itself and in order: what is wrong with it, and whom it looks like.
 * @param labels of payees beside whom theirs are read
 */
export function judgeEach(
  items: readonly { readonly address: string }[],
  catalog: Catalog,
  places: { readonly taken: ReadonlySet<string>; readonly waiting: ReadonlySet<string> },
  known: readonly Known[],
  labels: readonly string[],
) {
  const before = new Set<string>();
  const similarTo = likenessAmong(known);
  const all = items.map((loose) => {
    const judged = rules.judge(loose, catalog.chains, catalog.coins, { ...places, before });
    if (typeof judged !== 'string') for (const place of judged.places) before.add(place);
    return { loose, judged };
  });
  const given = all.flatMap(({ judged }) => (typeof judged === 'string' ? [] : [judged.label]));
  const twins = new Set(twinsOf(given, labels).map(({ name }) => name));
  return all.map(({ loose, judged }) => {
    if (typeof judged === 'string') return { problem: judged, address: loose.address, similar: [] };
    const { address, label, problem } = judged;
    const like = twins.has(label) ? ('looksAlike' as const) : ('' as const);
    return { problem: problem === '' ? like : problem, address, similar: similarTo(address) };
  });
}

/** The coins that these contracts are on these chains. */
export const symbolsOf = (catalog: Catalog, chains: readonly string[], assets: readonly string[]): string[] => [
  ...new Set(
    catalog.coins
      .filter(({ chain, asset }) => chains.includes(chain.id) && assets.includes(asset.contract))
      .map(({ asset }) => asset.symbol),
  ),
];

type Payee = Pick<BookEntry, 'chains' | 'address' | 'memo' | 'assets'>;
export interface Usage {
  readonly used: number;
  readonly last: Date;
}

/** How often and when last a payee was paid, by payments to its address: those on its chains, with its memo, in its coins. */
export function usageAmong(payments: readonly Payments[]): (payee: Payee) => Usage | undefined {
  const byAddress = Map.groupBy(payments, ({ address }) => address);
  const isFor = (payee: Payee, { chain, memo, contract }: Payments): boolean =>
    payee.chains.includes(chain) &&
    payee.memo === memo &&
    (payee.assets.length === 0 || payee.assets.includes(contract));
  return (payee) => {
    const made = (byAddress.get(payee.address) ?? []).filter((one) => isFor(payee, one));
    if (made.length === 0) return undefined;
    return {
      used: made.reduce((sum, { used }) => sum + used, 0),
      last: new Date(Math.max(...made.map(({ last }) => last.getTime()))),
    };
  };
}

/** Whether an address is that of a listed coin's contract, which needs no node to know. */
export const isToken = (catalog: Catalog, { chains, address }: Pick<BookEntry, 'chains' | 'address'>): boolean =>
  catalog.coins.some(
    ({ chain, asset }) =>
      asset.contract !== '' && chains.includes(chain.id) && asset.contract.toLowerCase() === address.toLowerCase(),
  );

/** The own coins of these chains, each once. */
export const baseSymbolsOf = (catalog: Catalog, chains: readonly string[]): string[] => [
  ...new Set(chains.flatMap((id) => catalog.chain(id)?.baseSymbol ?? [])),
];

/** Whether a coin can be sent to a payee: on one of its chains, among its coins where it names any, and with no memo that it does not take. */
export const takes = (
  row: { readonly chains: readonly string[]; readonly assets: readonly string[]; readonly memo: string },
  { chain, asset }: Coin,
): boolean =>
  takesMemo(familyOf(chain), row.memo) &&
  row.chains.includes(chain.id) &&
  (row.assets.length === 0 || row.assets.includes(asset.contract));
