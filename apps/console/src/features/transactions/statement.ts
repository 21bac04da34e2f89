import { type TransactionRecord, transactionType } from '@holdfast/contract';
import { add } from '@holdfast/money';
import { dayOf, midnight } from '../../lib/days.ts';

/** What came in, went out and was paid for it, of one coin; exact decimal text. */
export interface Total {
  readonly key: string;
  readonly symbol: string;
  readonly network: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly fees: string;
  /** What it was worth in US dollars when it was final; null where that is not known of all. */
  readonly incomingUsd: string | null;
  readonly outgoingUsd: string | null;
  readonly feesUsd: string | null;
}

type Row = Pick<
  TransactionRecord,
  | 'type'
  | 'direction'
  | 'symbol'
  | 'symbol_alias'
  | 'coin_net'
  | 'contract_address'
  | 'amount'
  | 'fee_symbol'
  | 'real_fee'
  | 'fee_worth_usd'
  | 'worth_usd'
>;

const plus = (sum: string | null, more: string | null): string | null =>
  sum === null || more === null ? null : add(sum, more);

const nothing = { incoming: '0', outgoing: '0', fees: '0', incomingUsd: '0', outgoingUsd: '0', feesUsd: '0' } as const;

/** By coin of a network, in the order in which they come first. A fee counts with the coin that it was paid in. */
export function totalsOf(rows: readonly Row[]): Total[] {
  const totals = new Map<string, Total>();
  const count = (key: string, symbol: string, network: string, change: Partial<Total>): void => {
    const { incoming, outgoing, fees, incomingUsd, outgoingUsd, feesUsd } = totals.get(key) ?? nothing;
    totals.set(key, {
      ...{ key, symbol, network },
      incoming: add(incoming, change.incoming ?? '0'),
      outgoing: add(outgoing, change.outgoing ?? '0'),
      fees: add(fees, change.fees ?? '0'),
      incomingUsd: change.incomingUsd === undefined ? incomingUsd : plus(incomingUsd, change.incomingUsd),
      outgoingUsd: change.outgoingUsd === undefined ? outgoingUsd : plus(outgoingUsd, change.outgoingUsd),
      feesUsd: change.feesUsd === undefined ? feesUsd : plus(feesUsd, change.feesUsd),
    });
  };
  for (const row of rows) {
    // NFTs are no money.
    if (row.type === transactionType.nft) continue;
    const {
      symbol_alias,
      coin_net,
      contract_address,
      amount,
      real_fee,
      fee_symbol,
      fee_worth_usd: feesUsd,
      worth_usd,
    } = row;
    const way =
      row.direction === 'in'
        ? { incoming: amount, incomingUsd: worth_usd }
        : { outgoing: amount, outgoingUsd: worth_usd };
    count(`${coin_net} ${contract_address} ${symbol_alias}`, symbol_alias, coin_net, way);
    // Fees are paid in the network's own coin, which has no contract.
    if (real_fee !== null) count(`${coin_net}  ${fee_symbol}`, fee_symbol, coin_net, { fees: real_fee, feesUsd });
  }
  return [...totals.values()];
}

/** What all of it was worth, or null where that is not known of all. */
export const worthOfAll = (totals: readonly Total[], way: 'incomingUsd' | 'outgoingUsd' | 'feesUsd'): string | null =>
  totals.reduce<string | null>((sum, total) => plus(sum, total[way]), '0');

/** `2026-11` of an address or a field; undefined for what is none. */
export const readMonth = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;

/** From its first midnight until before the one after its last day, by the browser's clock. */
export function spanOf(month: string): { readonly start: Date; readonly end: Date } {
  const start = midnight(`${month}-01`);
  return { start, end: new Date(start.getFullYear(), start.getMonth() + 1, 1) };
}

/** The month that a time lies in, by the browser's clock. */
export const monthOf = (when: Date): string => dayOf(when).slice(0, 7);
