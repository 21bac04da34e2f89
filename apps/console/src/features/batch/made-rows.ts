import type { BatchPayee } from '@holdfast/contract/batch';
import type { CoinName } from '../../lib/wallets.ts';
import { dollarsOf, inCoin, type Priced } from './dollars.ts';
import { payeesOfLinks } from './payees-of-links.ts';
import { payeesOfNames } from './payees-of-names.ts';
import type { ReadRow } from './rows-of-text.ts';
import { withoutUnit } from './units.ts';

export interface Made {
  readonly rows: BatchPayee[];
  /** How many rows were a payment link's. */
  readonly fromLinks: number;
  /** How many amounts were dollars, and are coin. */
  readonly fromDollars: number;
  /** Did a name become a remark? */
  readonly fromNames: boolean;
}

/** Rows as a draft keeps them: with the address of whom a link or a name leads to, and in coin. What leads nowhere stays as it was written, and is a fault. */
export async function madeRows(
  read: readonly ReadRow[],
  coin: CoinName,
  { memos, price }: { readonly memos: boolean; readonly price: Priced | undefined },
): Promise<Made> {
  const bare = read.map((row) => ({ ...row, amount: withoutUnit(row.amount, coin.symbol) }));
  const linked = await payeesOfLinks(bare, coin);
  const named = await payeesOfNames(linked, coin, memos);
  const rows = named.map(({ name: _, ...row }) => ({
    ...{ ...row, amount: inCoin(row.amount, price) },
  }));
  const inDollars = (list: readonly BatchPayee[]): number =>
    list.filter(({ amount }) => dollarsOf(amount) !== undefined).length;
  return {
    rows,
    fromLinks: linked.filter(({ address }, at) => address !== read[at]?.address).length,
    fromDollars: inDollars(named) - inDollars(rows),
    fromNames: named.some(({ remark }, at) => remark !== linked[at]?.remark),
  };
}
