import type { TokenMove } from '@holdfast/chains/rpc';
import type { Order } from './moves.ts';

/**
 * Whom a payment of many has not paid, though its transaction succeeded. Its contract tells them by events that name neither caller nor call, and a token that calls its
 * payees lets one of them call the contract meanwhile and make it tell more (docs/decisions/0045). So of a token its own Transfer events count, and what the contract
 * tells only confirms them.
 */

type Rows = Order['outputs'];
type Moved = Pick<TokenMove, 'to' | 'amount'>;

/** What is said where a token's events do not fit what was ordered. */
export const movedOtherwise = 'the token moved otherwise than ordered';

/** Of coins there is no event but the contract's. A payee gets too little gas to make it tell anything. @throws Error for places that are none */
export function coinsLeftOut(rows: Rows, told: ReadonlySet<number>): readonly number[] {
  if ([...told].some((row) => row >= rows.length)) throw new Error('the contract left out rows that are none');
  return [...told].toSorted((a, b) => a - b);
}

/**
 * Each move of the token pays one row of the same payee and amount. A row that no move pays was left out.
 * @param moved out of the payer's own account, in this transaction
 * @throws Error where a move pays no row, or nothing tells what became of one: then it is not known who is still to be paid
 */
export function tokensLeftOut(rows: Rows, moved: readonly Moved[], told: ReadonlySet<number>): readonly number[] {
  const keyOf = (to: string, amount: bigint | string): string => `${to} ${amount}`;
  const moves = new Map<string, number>();
  for (const { to, amount } of moved) {
    const key = keyOf(to, amount);
    moves.set(key, (moves.get(key) ?? 0) + 1);
  }
  const out: number[] = [];
  // Of several rows that are alike those that the contract does not name are the paid ones.
  const places = [...rows.keys()].toSorted((a, b) => Number(told.has(a)) - Number(told.has(b)) || a - b);
  for (const at of places) {
    const row = rows[at];
    const key = row ? keyOf(row.address, row.amount) : '';
    const left = moves.get(key) ?? 0;
    if (left > 0) moves.set(key, left - 1);
    else if (told.has(at)) out.push(at);
    else throw new Error(movedOtherwise);
  }
  if ([...moves.values()].some((left) => left > 0)) throw new Error(movedOtherwise);
  return out.toSorted((a, b) => a - b);
}
