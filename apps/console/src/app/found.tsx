import { type contract, type Output, shownNumber } from '@holdfast/contract';
import { cleanAmount, compare, formatAmount, shortenHash } from '@holdfast/money';
import { honestText } from '@holdfast/review/format';
import { useNavigate } from '@tanstack/react-router';
import { ArrowDownLeft, ArrowUpRight, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/query.ts';
import { referenceField, useAddressPatterns } from '../lib/reference.ts';
import { relativeTime } from '../lib/time.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useWalletCoin } from '../lib/wallets.ts';
import { useDrawers } from '../ui/drawers.tsx';
import type { Command } from '../ui/palette.tsx';

export const shown = 5;
export const pauseMs = 250;

/** What may be a transaction hash, an address or a request id: long, and of one word. */
const isReference = (query: string): boolean => /^\S{8,120}$/.test(query);

interface WrittenAmount {
  /** As it was typed, and as digits. */
  readonly text: string;
  readonly value: string;
  readonly symbol?: string;
}

/** More digits no amount has. */
const longestAmount = 80;

/** An amount, with or without the coin behind it; nobody pays nothing. */
function amountOf(query: string): WrittenAmount | undefined {
  const [, text = query, symbol] = /^(.*\d)\s+([a-z][\w.-]{0,31})$/i.exec(query) ?? [];
  const value = cleanAmount(text);
  if (isReference(query) || value === undefined || !/[1-9]/.test(value) || value.length > longestAmount)
    return undefined;
  return { text, value, ...(symbol === undefined ? {} : { symbol }) };
}

type Row = Output<typeof contract.transaction.list>['list'][number];

/** Who it is, by name or by the ends of the address, of several what their batch is called; where nobody is known, the transaction. */
const otherSide = ({
  outputs,
  batch_name,
  counterparty_label,
  direction,
  address_from,
  address_to,
  txid,
}: Row): string =>
  honestText((outputs.length > 1 && batch_name) || counterparty_label) ||
  shortenHash((direction === 'in' ? address_from : address_to) || txid);

/** Each transaction found, and the whole list of them. */
function useCommands() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const drawers = useDrawers();
  return {
    all: (text: string, search: { readonly q: string; readonly symbol?: string }): Command => ({
      id: 'find',
      group: 'find',
      text: t('palette.find', { text }),
      icon: <Search aria-hidden />,
      run: () => void navigate({ to: '/mpc/center/transactions', search }),
    }),
    of: (row: Row): Command => ({
      id: `tx-${row.type}-${row.id}`,
      group: 'transactions',
      text: `${formatAmount(row.amount)} ${row.symbol} · ${otherSide(row)}`,
      detail: [honestText(row.remark || row.note), relativeTime(row.created_at, Date.now())]
        .filter(Boolean)
        .join(' · '),
      icon: row.type === 1 ? <ArrowDownLeft aria-hidden /> : <ArrowUpRight aria-hidden />,
      run: () => drawers.push('transaction', String(row.type), String(row.id)),
    }),
  };
}

/** The newest transactions that fit; none while they are not asked for. */
const useNewest = (ask: Parameters<typeof useApi<'transaction', 'list'>>[2], enabled: boolean): readonly Row[] =>
  useApi('transaction', 'list', { ...ask, page_no: 1, page_size: shown }, { enabled, quiet: true }).data?.list ?? [];

/** Transactions with this hash, address or request id; nothing while none is typed. */
export function useFound(query: string): readonly Command[] {
  const commands = useCommands();
  const settled = useDebounced(query, pauseMs);
  const patterns = useAddressPatterns(isReference(settled));
  const newest = useNewest(referenceField(settled, patterns ?? []), patterns !== undefined);
  if (!isReference(query)) return [];
  const rows = settled === query ? newest : [];
  return [...rows.map(commands.of), commands.all(query, { q: query })];
}

/** Transactions of this amount, `0.5`, `18,250` or `0.5 ETH`; nothing while none is typed, and of one as long as a hash `useFound` knows. */
export function useOfAmount(query: string): readonly Command[] {
  const commands = useCommands();
  const settled = useDebounced(query, pauseMs);
  const { coins } = useWalletCoin([]);
  const wanted = amountOf(settled);
  const { value = '', symbol } = wanted ?? {};
  // As the coin is written, where it is known.
  const known = coins.find((coin) => coin.symbol.toLowerCase() === symbol?.toLowerCase())?.symbol ?? symbol;
  const ofCoin = known === undefined ? {} : { symbol: known };
  // With decimals it is looked for as an amount alone: no number and no address is written so.
  const newest = useNewest({ text: value.includes('.') ? value : `${value}.00`, ...ofCoin }, wanted !== undefined);
  if (!wanted || settled !== query) return [];
  const rows = newest.filter(({ amount }) => compare(amount, value) === 0);
  return [...rows.map(commands.of), commands.all(query, { q: wanted.text, ...ofCoin })];
}

/** Of an invoice, an order, a year: fewer digits stand in nearly every text. */
const isNumeral = (query: string): boolean => /^\d{3,12}$/.test(query);
const says = (query: string, { remark, note, batch_name, tags, outputs }: Row): boolean =>
  [remark, note, batch_name, ...tags, ...outputs.map((output) => output.remark)].some((text) => text.includes(query));

/** Transactions whose words have these digits in them, as the number of an invoice. Those of that amount, and the whole list, are told by `useOfAmount`. */
export function useOfNumeral(query: string): readonly Command[] {
  const commands = useCommands();
  const settled = useDebounced(query, pauseMs);
  const newest = useNewest({ text: settled }, isNumeral(settled));
  if (!isNumeral(query) || settled !== query) return [];
  return newest.filter((row) => says(query, row) && compare(row.amount, query) !== 0).map(commands.of);
}

/** One letter stands in nearly every text; two are a word in Chinese. */
const shortestWords = 2;
/** What is no number, no amount and no hash. */
const isWords = (query: string): boolean =>
  [...query].length >= shortestWords &&
  !isReference(query) &&
  cleanAmount(query) === undefined &&
  amountOf(query) === undefined &&
  shownNumber(query) === undefined;

/** Transactions on which these words stand: a remark, a name, part of an address. */
export function useOfWords(query: string): readonly Command[] {
  const commands = useCommands();
  const settled = useDebounced(query, pauseMs);
  const newest = useNewest({ text: settled }, isWords(settled));
  if (!isWords(query)) return [];
  const rows = settled === query ? newest : [];
  return [...rows.map(commands.of), commands.all(query, { q: query })];
}
