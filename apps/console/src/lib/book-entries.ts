import { type contract, mostEntryIds, type Output } from '@holdfast/contract';
import type { PolicyDocument } from '@holdfast/policy';
import type { Naming } from '@holdfast/review/sentences';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery, queryClient } from './query.ts';

type List = Output<typeof contract.addressBook.list>;
type Entry = List['list'][number];

/** Every entry that one of these rules names. */
export const entriesNamed = ({ senior }: Pick<PolicyDocument, 'senior'>): string[] =>
  senior.flatMap(({ when }) => when.destinations.entries);

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostEntryIds) }, (_, at) =>
    ids.slice(at * mostEntryIds, (at + 1) * mostEntryIds),
  );

/** What other lists have already shown of them, so that a name stands there as soon as somebody picks an entry. */
function seen(ids: readonly string[]): List {
  const lists = queryClient.getQueriesData<List>({ queryKey: ['addressBook', 'list'] });
  const rows = new Map(lists.flatMap(([, data]) => data?.list ?? []).map((row) => [row.id, row]));
  const list = ids.flatMap((id) => rows.get(id) ?? []);
  return { list, total: list.length, pageTotal: 1 };
}

const rowsOf = (results: UseQueryResult<List>[]): Entry[] => results.flatMap(({ data }) => data?.list ?? []);

/** Entries of the address book by their ids, however many there are; one that is not listed is left out. */
export function useBookEntries(ids: readonly string[]): Naming['entries'] {
  const rows = useQueries({
    queries: chunksOf([...new Set(ids)].sort()).map((part) => ({
      ...apiQuery('addressBook', 'list', { ids: part, page_no: 1, page_size: mostEntryIds }, { quiet: true }),
      placeholderData: () => seen(part),
    })),
    combine: rowsOf,
  });
  return useMemo(
    () =>
      new Map(
        rows.map(({ id, chains, address, memo, label, effective_at }) => [
          id,
          { entry: { chains, address, memo, label, assets: [] }, since: effective_at.getTime() },
        ]),
      ),
    [rows],
  );
}
