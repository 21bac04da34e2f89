import { pageOf, personalBook } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { speakerOf } from '../../reference.ts';
import { symbolsOf } from './payees.ts';
import type { PersonalBookService } from './personal.ts';

interface PersonalRoutes {
  readonly service: PersonalBookService;
  readonly catalog: Catalog;
}
type Kept = Awaited<ReturnType<PersonalBookService['entries']>>[number];

const entryRow = ({ row, listed, usage, similar }: Kept, catalog: Catalog) => ({
  id: row.id,
  address: row.address,
  memo: row.memo,
  label: row.label,
  note: row.note,
  chains: row.chains,
  symbols: symbolsOf(catalog, row.chains, row.assets),
  contracts: row.assets,
  listed,
  created_at: row.created_at,
  last_used_at: usage?.last ?? null,
  used_count: usage?.used ?? 0,
  similar,
});

/** The caller's own book: every call is about the list of the member who makes it. */
export function bindPersonalBook(app: HttpApp, { service, catalog }: PersonalRoutes): void {
  const handlers: Handlers<typeof personalBook> = {
    list: async ({ id, chain, symbol, chain_id, contract_address, keyword, page_no, page_size }, { caller }) => {
      const coins = symbol === undefined ? undefined : catalog.named({ symbol, chain_id, contract_address });
      const speaks = speakerOf(catalog.chains, keyword ?? '');
      const fitting = (await service.entries(caller, coins))
        .filter(({ row }) => id === undefined || row.id === id)
        .filter(({ row }) => chain === undefined || row.chains.includes(chain))
        .filter(({ row }) => speaks(row.label, row.address, row.note));
      const skip = (page_no - 1) * page_size;
      const list = fitting.slice(skip, skip + page_size).map((one) => entryRow(one, catalog));
      return pageOf(list, fitting.length, page_size);
    },
    add: async ({ items }, { caller, record }) => ({ ids: await service.add(caller, items, record) }),
    edit: async ({ id, item }, { caller, record }) => {
      await service.edit(caller, id, item, record);
      return {};
    },
    remove: async ({ ids }, { caller, record }) => {
      await service.remove(caller, ids, record);
      return {};
    },
    check: async ({ items, except }, { caller }) => ({ list: await service.check(caller, items, except) }),
  };
  bind(app, personalBook, handlers);
}
