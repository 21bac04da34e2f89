import { addressBook, entryStatus, payeeColumns, personalBook } from '@holdfast/contract';
import { z } from 'zod';
import type { Catalog } from '../../catalog.ts';
import type { Clock } from '../../clock.ts';
import { type ExportAsk, exportSource, type Say } from '../../exports/source.ts';
import { entryRow, fittingEntries } from './listed.ts';
import type { PersonalBookService } from './personal.ts';
import { fittingOwn, ownRow } from './personal-listed.ts';
import type { AddressBookService } from './service.ts';

type Entry = ReturnType<typeof entryRow>;
type Own = ReturnType<typeof ownRow>;
type EntryAsk = ExportAsk<z.output<(typeof addressBook)['list']['input']>>;
const entry = addressBook.list.output.shape.list.element;
const own = personalBook.list.output.shape.list.element;

/** What an import reads of any payee, in its order. */
const importCells = ({ label, address, chains, memo, symbols }: Entry | Own): string[] => [
  label,
  address,
  chains.join(';'),
  memo,
  symbols.join(';'),
];
const ownerCells = ({ owner }: Entry): string[] =>
  owner ? [owner.name, owner.vasp, owner.self_hosted ? 'yes' : 'no'] : ['', '', ''];
const usedCells = ({ last_used_at, used_count }: Entry | Own): string[] => [
  last_used_at?.toISOString() ?? '',
  String(used_count),
];
const cellsOf = (row: Entry, say: Say): string[] => [
  ...importCells(row),
  ...ownerCells(row),
  say(`type.${row.type}`, String(row.type)),
  row.status === entryStatus.active ? 'active' : 'cooling',
  row.effective_at.toISOString(),
  ...usedCells(row),
];

/** The workspace's payees: the columns that an import reads, then what became of each. There are as many as rules allow, so they are one part. */
export function bookExport(service: AddressBookService, catalog: Catalog, clock: Clock) {
  const found = ({ input, caller: { workspaceId } }: EntryAsk) =>
    fittingEntries(service, catalog, workspaceId, input, clock());
  return exportSource<(typeof addressBook)['list'], never>({
    list: 'addressBook',
    endpoint: addressBook.list,
    columns: [...payeeColumns.workspace, ...['type', 'status', 'payable_from', 'last_paid_at', 'payments']],
    count: async (ask) => ({ total: (await found(ask)).found.length }),
    async read(ask, _after, _size, say) {
      const { all, found: fitting } = await found(ask);
      const described = await service.described(ask.caller.workspaceId, fitting, all);
      const rows = described.map((one) => {
        const row = entryRow(one, catalog, clock());
        return { cells: cellsOf(row, say), wire: () => z.encode(entry, row as never) };
      });
      return { rows, next: undefined };
    },
  });
}

/** The same of one's own. */
export function ownExport(service: PersonalBookService, catalog: Catalog) {
  return exportSource<(typeof personalBook)['list'], never>({
    list: 'personalBook',
    endpoint: personalBook.list,
    columns: [...payeeColumns.own, 'last_paid_at', 'payments'],
    count: async ({ input, caller }) => ({ total: (await fittingOwn(service, catalog, caller, input)).length }),
    async read({ input, caller }) {
      const rows = (await fittingOwn(service, catalog, caller, input)).map((one) => {
        const row = ownRow(one, catalog);
        return { cells: [...importCells(row), row.note, ...usedCells(row)], wire: () => z.encode(own, row as never) };
      });
      return { rows, next: undefined };
    },
  });
}
