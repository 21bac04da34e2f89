import { type addressBook, entryStatus, type Input, type WorkspaceId } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { speakerOf } from '../../reference.ts';
import { baseSymbolsOf, symbolsOf } from './payees.ts';
import type { AddressBookService } from './service.ts';

export type Entry = Awaited<ReturnType<AddressBookService['entries']>>[number];
type Described = Awaited<ReturnType<AddressBookService['described']>>[number];
type Filter = Omit<Input<(typeof addressBook)['list']>, 'page_no' | 'page_size'>;

export const statusOf = ({ effectiveAt }: Entry, now: Date): number =>
  effectiveAt > now ? entryStatus.cooling : entryStatus.active;
/** Those that somebody who types this looks for: by what is signed of them, and only then by who is said to be behind them. */
export function lookedFor<E extends Entry>({ chains }: Catalog, entries: readonly E[], keyword = ''): readonly E[] {
  const speaks = speakerOf(chains, keyword);
  const { signed = [], said = [] } = Object.groupBy(entries, ({ row, owner }) => {
    if (speaks(row.label, row.address)) return 'signed';
    return owner && speaks(owner.name, owner.vasp) ? 'said' : 'none';
  });
  return [...signed, ...said];
}

export function entryRow(entry: Described, catalog: Catalog, now: Date) {
  const { row, owner, type, effectiveAt, usage, similar } = entry;
  const status = statusOf(entry, now);
  return {
    id: row.hash,
    address: row.address,
    memo: row.memo,
    label: row.label,
    chains: row.chains,
    base_symbols: baseSymbolsOf(catalog, row.chains),
    symbols: symbolsOf(catalog, row.chains, row.assets),
    contracts: row.assets,
    methods: row.methods,
    type,
    owner,
    status,
    white: status === entryStatus.active ? (1 as const) : (0 as const),
    listed_at: row.since,
    effective_at: effectiveAt,
    last_used_at: usage?.last ?? null,
    used_count: usage?.used ?? 0,
    similar,
  };
}

/** Was it listed from the one moment on, and before the other? */
export const isListedWithin =
  ({ start, end }: Pick<Filter, 'start' | 'end'>) =>
  ({ row: { since } }: Entry): boolean =>
    (start === undefined || since >= start) && (end === undefined || since < end);

/** All that is listed, and what of it the list's fields let through. */
export async function fittingEntries(
  service: Pick<AddressBookService, 'entries' | 'types'>,
  catalog: Catalog,
  workspaceId: WorkspaceId,
  { ids, chain, base_symbol, type, keyword, status, ...span }: Filter,
  now: Date,
) {
  const all = await service.entries(workspaceId);
  const typeOf = type === undefined ? undefined : await service.types(workspaceId);
  const fitting = all
    .filter(({ row }) => ids === undefined || ids.includes(row.hash))
    .filter(({ row }) => chain === undefined || row.chains.includes(chain))
    .filter(isListedWithin(span))
    .filter(({ row }) => base_symbol === undefined || baseSymbolsOf(catalog, row.chains).includes(base_symbol))
    .filter((entry) => typeOf === undefined || typeOf(entry) === type)
    .filter((entry) => status === undefined || statusOf(entry, now) === status);
  return { all, found: lookedFor(catalog, fitting, keyword) };
}
