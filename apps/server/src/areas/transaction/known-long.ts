import { hash } from 'node:crypto';
import type { Filter } from './filter.ts';

/** Lists that were found to have more rows than are counted, and that keep them. Each name has 64 characters. */
export interface KnownLong {
  has(list: string): boolean;
  add(list: string): void;
}

/** More lists than members look at within an hour. */
const most = 2_000;

export function createKnownLong(): KnownLong {
  const known = new Set<string>();
  return {
    has: (list) => known.has(list),
    add: (list) => {
      if (known.size >= most) known.clear();
      known.add(list);
    },
  };
}

/** For whoever looks once. */
export const nothingKnown: KnownLong = { has: () => false, add: () => undefined };

/**
 * The name of a list whose coins only get more, undefined for any other. Deposits and orders are never deleted, and keep their coin, amount, wallet, parties, time and who asked for
 * them; statuses, tags and whose customer it is may change. So may NFTs, which leave a list once somebody folds their collection away.
 * @param sought what the words of the filter fit, since names in the address book change too
 */
export function growingList(f: Filter, sought: object | undefined, assets: readonly number[] | undefined) {
  if (f.statuses !== undefined || f.tag !== undefined || f.customer_state !== undefined) return undefined;
  const asked = [f, sought, assets];
  return hash(
    'sha256',
    JSON.stringify(asked, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  );
}
