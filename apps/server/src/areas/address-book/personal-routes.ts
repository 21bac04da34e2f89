import { pageOf, personalBook } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { PersonalBookService } from './personal.ts';
import { fittingOwn, ownRow } from './personal-listed.ts';

interface PersonalRoutes {
  readonly service: PersonalBookService;
  readonly catalog: Catalog;
}
/** The caller's own book: every call is about the list of the member who makes it. */
export function bindPersonalBook(app: HttpApp, { service, catalog }: PersonalRoutes): void {
  const handlers: Handlers<typeof personalBook> = {
    list: async (ask, { caller }) => {
      const { page_no, page_size } = ask;
      const fitting = await fittingOwn(service, catalog, caller, ask);
      const skip = (page_no - 1) * page_size;
      const list = fitting.slice(skip, skip + page_size).map((one) => ownRow(one, catalog));
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
