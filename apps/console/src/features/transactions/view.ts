import {
  type contract,
  filterMost,
  isOrderType,
  mostTags,
  type Output,
  orderStatus,
  type TransactionRecord,
  transactionType,
} from '@holdfast/contract';
import { multiply } from '@holdfast/money';
import { honestText } from '@holdfast/review/format';
import type { TFunction } from 'i18next';
import { daySpan } from '../../lib/days.ts';
import type { TextKey } from '../../lib/i18n.ts';
import { referenceField } from '../../lib/reference.ts';
import { given, type Search } from '../../lib/search.ts';
import { type Coin, coinOfKey, subWalletIdOf } from '../../lib/wallets.ts';
import type { PillTone } from '../../ui/feedback.tsx';
import { transactionSearch } from './search.ts';
import { readWorth } from './worth-span.ts';

/** One deposit or order in full. */
export type Transaction = Output<typeof contract.transaction.detail>;

interface StatusView {
  readonly tone: PillTone;
  readonly text: TextKey;
}

/** Deposit statuses (domain.md 4.4). */
export const depositStatus = { seen: 1000, confirmed: 1100, credited: 2000, abnormal: 3000, returned: 4000 } as const;

const orders: Record<number, StatusView> = {
  [orderStatus.awaitingApproval]: { tone: 'wait', text: 'tx.status.awaitingApproval' },
  [orderStatus.awaitingSignature]: { tone: 'active', text: 'tx.status.signing' },
  [orderStatus.paying]: { tone: 'active', text: 'tx.status.confirming' },
  [orderStatus.done]: { tone: 'done', text: 'tx.status.done' },
  [orderStatus.approvalRefused]: { tone: 'bad', text: 'tx.status.refused' },
  [orderStatus.rejected]: { tone: 'bad', text: 'tx.status.rejected' },
  [orderStatus.systemRejected]: { tone: 'bad', text: 'tx.status.systemRejected' },
  [orderStatus.autoCancelled]: { tone: 'idle', text: 'tx.status.expired' },
  [orderStatus.discarded]: { tone: 'bad', text: 'tx.status.discarded' },
  [orderStatus.failed]: { tone: 'bad', text: 'tx.status.failed' },
};
const deposits: Record<number, StatusView> = {
  [depositStatus.seen]: { tone: 'active', text: 'tx.status.confirming' },
  [depositStatus.confirmed]: { tone: 'active', text: 'tx.status.confirmed' },
  [depositStatus.credited]: { tone: 'done', text: 'tx.status.credited' },
  [depositStatus.abnormal]: { tone: 'bad', text: 'tx.status.abnormal' },
  [depositStatus.returned]: { tone: 'idle', text: 'tx.status.returned' },
};
/** Nothing of them is in a balance: what is final is there, or gone. */
const nfts: Record<number, StatusView> = {
  [depositStatus.seen]: { tone: 'active', text: 'tx.status.confirming' },
  [depositStatus.credited]: { tone: 'done', text: 'tx.status.done' },
  [depositStatus.abnormal]: { tone: 'bad', text: 'tx.status.abnormal' },
};
const byType: Record<number, Record<number, StatusView>> = {
  [transactionType.deposit]: deposits,
  [transactionType.nft]: nfts,
};
const unknown: StatusView = { tone: 'idle', text: 'tx.status.unknown' };

/** Colour and word of a status; the same number means different things for deposits and orders. */
export function statusView(type: number, status: number): StatusView {
  return (byType[type] ?? orders)[status] ?? unknown;
}

/** The same of a row, in words: as long as who asked for it has not signed it, whose turn that is. */
export function statusTold(
  t: TFunction,
  row: Pick<TransactionRecord, 'type' | 'status' | 'awaits_initiator' | 'initiator' | 'initiator_name'>,
  reader: string | undefined,
): { readonly tone: PillTone; readonly text: string } {
  const { tone, text } = statusView(row.type, row.status);
  if (!row.awaits_initiator) return { tone, text: t(text) };
  if (row.initiator === reader) return { tone, text: t('tx.unsigned.own') };
  return { tone, text: t('tx.unsigned.other', { name: honestText(row.initiator_name) }) };
}

const typeTexts: Record<number, TextKey> = {
  [transactionType.deposit]: 'tx.type.deposit',
  [transactionType.withdraw]: 'tx.type.withdraw',
  [transactionType.web3]: 'tx.type.web3',
  [transactionType.nft]: 'tx.type.nft',
};
export const typeText = (type: number): TextKey => typeTexts[type] ?? 'tx.type.other';

/** What a row is, in a word or two: a call that sends NFTs is told as that. */
export function nameOf({
  type,
  nft,
  stake,
  direction,
}: Pick<TransactionRecord, 'type' | 'nft' | 'stake' | 'direction'>): TextKey {
  if (nft) return direction === 'in' ? 'tx.nft.in' : 'tx.nft.out';
  return stake ? `stake.name.${stake.kind}` : typeText(type);
}

/** The fee of a tier that is offered. */
export const tierOf = <T extends { readonly fee_level: number }>(
  { tiers }: { readonly tiers: readonly T[] },
  level: number,
): T | undefined => tiers.find(({ fee_level }) => fee_level === level);

/** One row, one key: a deposit and an order may have the same number. */
export const keyOf = ({ type, id }: Pick<TransactionRecord, 'type' | 'id'>): string => `${type}:${id}`;

/** The other side: who paid in, or who is paid. */
export const counterparty = (row: Pick<TransactionRecord, 'direction' | 'address_from' | 'address_to'>): string =>
  row.direction === 'in' ? row.address_from : row.address_to;

/** It pays more than one: no one address or name stands for it. */
export const paysSeveral = ({ outputs }: Pick<TransactionRecord, 'outputs'>): boolean => outputs.length > 1;

const hintedPayees = 10;
/** Whom it pays, a line each; of very many the first. */
export function payeesHint({ outputs }: Pick<TransactionRecord, 'outputs'>): string {
  const told = outputs.slice(0, hintedPayees).map(({ address }) => address);
  return [...told, ...(outputs.length > told.length ? ['…'] : [])].join('\n');
}

/** It has no transaction of its own: it is not signed yet, or each of its payees is paid by one. */
export const hasNoHash = (row: Pick<TransactionRecord, 'outputs' | 'txid'>): boolean =>
  paysSeveral(row) && row.txid === '';

/** Confirmations are worth showing only while they are being counted. */
export function countsConfirmations(row: Pick<TransactionRecord, 'type' | 'status' | 'outputs' | 'txid'>): boolean {
  if (!isOrderType(row.type)) return row.status === depositStatus.seen;
  return row.status === orderStatus.paying && !hasNoHash(row);
}

/** Tags as somebody writes them in one line: between commas, each once. */
export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

export const tagPattern = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}$/u;
/** Would the server take them? */
export const areTags = (tags: readonly string[]): boolean =>
  tags.length <= mostTags && tags.every((tag) => tagPattern.test(tag));

/** What the list shows, as it stands in the address bar. */
export interface TransactionFilter {
  readonly type?: number;
  /** A symbol, or a coin by `coinKey`; several as `textOf` writes them, as statuses and wallets too. */
  readonly symbol?: string;
  readonly status?: string | number;
  readonly wallet?: string | number;
  /** Member or API client who asked: orders alone. */
  readonly initiator?: string;
  /** A chain's id. */
  readonly net?: string;
  /** US dollars from and to, as `worthAddress` writes them. */
  readonly worth?: string;
  /** Deposits alone. */
  readonly customer?: 'known' | 'unknown';
  readonly tag?: string;
  /** Days of creation as `2026-11-21`, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
  /** Oldest first, or by value; else newest. */
  readonly order?: 'asc' | 'largest' | 'smallest';
  readonly size?: number;
  readonly page?: number;
  /** As `placeText` writes it. */
  readonly after?: string;
}

type Place = NonNullable<Output<typeof contract.transaction.list>['next']>;
/** Where a page ends, as it stands in the address. */
export const placeText = ({ micros, type, id }: Place): string => `${micros}.${type}.${id}`;
export function placeOf(text: string): Place {
  const [micros = 0, type = 0, id = 0] = text.split('.').map(Number);
  return { micros, type, id };
}

/** Rows of a page that can be chosen; the first is what nobody chose. */
export const pageSizes = [25, 50, 100, 200] as const;

const known = (value: number | undefined, among: readonly number[]): number | undefined =>
  value !== undefined && among.includes(value) ? value : undefined;

const statusNumbers: readonly number[] = [
  ...new Set([...Object.values(orderStatus), ...Object.values(depositStatus)]),
].sort((a, b) => a - b);

/** The values of a filter that takes several. */
export const valuesOf = (text: string | number | undefined): string[] =>
  text === undefined ? [] : [...new Set(String(text).split(','))];
export const numbersOf = (text: string | number | undefined): number[] => valuesOf(text).map(Number);
/** How they stand in the address: undefined for none, and one as it is. */
export const textOf = <T extends string | number>(values: readonly T[]): T | string | undefined =>
  values.length < 2 ? values[0] : values.join(',');

const coinShape = /^[\w.-]{1,32}(@[\w:-]{1,64}@[\w:-]{0,100})?$/;
/** One number stands in the address as such, and several as a text. */
const numberOf = (text: string | undefined): string | number | undefined =>
  text === undefined || text.includes(',') ? text : Number(text);

export function readFilter(search: Search): TransactionFilter {
  const { type, symbol, status, wallet, initiator, worth, size, ...others } = transactionSearch(search);
  const some = (text: string | number | undefined, isOne: (one: string) => boolean) =>
    textOf(valuesOf(text).filter(isOne).slice(0, filterMost));
  return given({
    type: known(type, Object.values(transactionType)),
    symbol: some(symbol, (one) => coinShape.test(one)),
    status: numberOf(some(status, (one) => statusNumbers.includes(Number(one)))),
    wallet: numberOf(some(wallet, (one) => /^[1-9]\d{0,8}$/.test(one))),
    initiator: initiator !== undefined && /^[\w.:-]{1,64}$/.test(initiator) ? initiator : undefined,
    worth: readWorth(worth) && worth,
    size: known(size, pageSizes.slice(1)),
    ...others,
  });
}

/** Deposits, and NFTs that came by themselves, were asked for by nobody. */
export const isAskedFor = (type: number | undefined): boolean => type === undefined || isOrderType(type);
/** The change to a type, and what goes with it. */
export const withType = (type: number | undefined) => ({
  type,
  ...(isAskedFor(type) ? {} : { initiator: undefined }),
});

/** What rows it lets through, as it stands in the address: without order and page. */
export function rowsOf({ order, size, page, after, ...rows }: TransactionFilter): Record<string, string | number> {
  const all: readonly [string, string | number | undefined][] = Object.entries(rows);
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** As a field takes it that is one value, or all of several. */
const oneOrAll = <T>(values: T[]): T | T[] => (values.length === 1 ? (values[0] as T) : values);

/** Of several coins each says its network and contract, or '' where its symbol alone is meant. */
function coinInput(symbol: string) {
  const coins = valuesOf(symbol).map(coinOfKey);
  const [first] = coins;
  if (first && coins.length === 1) return first;
  return {
    symbol: coins.map((coin) => coin.symbol),
    chain_id: coins.map(({ chain_id = '' }) => chain_id),
    contract_address: coins.map(({ contract_address = '' }) => contract_address),
  };
}

function worthInput(worth: string | undefined) {
  const { least, most } = readWorth(worth) ?? {};
  return given({ worth_from: least, worth_to: most });
}

/** The filter as the API takes it, without order and page. `patterns` tell addresses; they matter to a text that is searched for. */
export function filterInput(
  { type, symbol, net, status, wallet, initiator, customer, tag, worth, from, to, q }: TransactionFilter,
  patterns: readonly string[],
) {
  return {
    ...(type ? { type } : {}),
    ...(symbol ? coinInput(symbol) : {}),
    ...(status ? { status: oneOrAll(numbersOf(status)) } : {}),
    ...(wallet ? { sub_wallet_id: oneOrAll(numbersOf(wallet).map(subWalletIdOf)) } : {}),
    ...(initiator ? { initiator } : {}),
    ...(net ? { network: net } : {}),
    ...worthInput(worth),
    ...(customer ? { customer_state: customer } : {}),
    ...(tag ? { tag } : {}),
    ...daySpan(from, to),
    ...(q ? referenceField(q, patterns) : {}),
  };
}

/** The order of the rows, as it stands in the address, as the API takes it and as a heading tells it. */
export const listOrders = {
  newest: { by: 'time', order: 'desc', column: 'what', address: undefined },
  asc: { by: 'time', order: 'asc', column: 'what', address: 'asc' },
  largest: { by: 'value', order: 'desc', column: 'value', address: 'largest' },
  smallest: { by: 'value', order: 'asc', column: 'value', address: 'smallest' },
} as const;
export const orderOf = ({ order }: Pick<TransactionFilter, 'order'>) => listOrders[order ?? 'newest'];

/** What stands in the address after a click on a heading. */
export const orderAfter = ({ key, order }: { readonly key: string; readonly order: 'asc' | 'desc' }) =>
  Object.values(listOrders).find((one) => one.column === key && one.order === order)?.address;

/** A status to filter by: the same number is another one of the other type. */
interface StatusChoice {
  readonly type: number;
  readonly status: number;
  readonly text: TextKey;
}

/** Statuses worth filtering by: those of the chosen type, or of both. */
export function statusChoices(type: number | undefined): readonly StatusChoice[] {
  const types = type === undefined ? [transactionType.deposit, transactionType.withdraw] : [type];
  return types.flatMap((one) =>
    Object.entries(byType[one] ?? orders).map(([status, { text }]) => ({
      type: one,
      status: Number(status),
      text,
    })),
  );
}

/** What a row is told to be worth: when it was final, else by the price of now. */
export const worthTold = (row: TransactionRecord, coins: readonly Coin[]): string | null =>
  row.worth_usd ?? worthNow(row, coins);

/** What it is worth by the price of now, in US dollars; null where its coin has none. */
export function worthNow(
  row: Pick<TransactionRecord, 'symbol' | 'coin_net' | 'contract_address' | 'amount'>,
  coins: readonly Pick<Coin, 'symbol' | 'coin_net' | 'contract_address' | 'price_usd'>[],
): string | null {
  const isIts = (coin: (typeof coins)[number]): boolean =>
    coin.symbol === row.symbol && coin.coin_net === row.coin_net && coin.contract_address === row.contract_address;
  const price = coins.find(isIts)?.price_usd ?? null;
  return price === null ? null : multiply(row.amount, price);
}
