import { defineArea } from '../define.ts';
import { codeLookEveryMs } from './code-look.ts';
import { bookExport, ownExport } from './export.ts';
import { createPersonalBook } from './personal.ts';
import { bindPersonalBook } from './personal-routes.ts';
import { bindAddressBook } from './routes.ts';
import { type AddressBookDeps, createAddressBook } from './service.ts';

export const addressBookArea = defineArea({
  create: (ports: AddressBookDeps) => createAddressBook(ports),
  bind: (app, service, { catalog }) => bindAddressBook(app, { service, catalog }),
  jobs: ({ purge, lookForCode }) => [
    { everyMs: 3_600_000, run: purge, failed: 'beneficiaries of old payees not removed' },
    { everyMs: codeLookEveryMs, run: lookForCode, failed: 'payees’ addresses not looked at' },
  ],
  passed: (service) => ({ book: service.passed }),
  exports: (service, { catalog, clock }) => [bookExport(service, catalog, clock)],
});

/** The payees that members keep for themselves. */
export const personalBookArea = defineArea({
  create: (ports: Parameters<typeof createPersonalBook>[0]) => createPersonalBook(ports),
  bind: (app, service, { catalog }) => bindPersonalBook(app, { service, catalog }),
  exports: (service, { catalog }) => [ownExport(service, catalog)],
});
