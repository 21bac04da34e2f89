import type { Engines, Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import type { TransactionDeps } from './deps.ts';
import { transactionExport } from './export.ts';
import { bindTransaction } from './routes.ts';
import { createTransactions } from './service.ts';

export const transactionArea = defineArea({
  create: (ports: TransactionDeps & Pick<Engines, 'orders'> & Pick<Ports, 'readerOf'>) => createTransactions(ports),
  bind: (app, service, { catalog, orders, readerOf }) => bindTransaction(app, { service, catalog, orders, readerOf }),
  exports: (service, ports) => [transactionExport(service, ports)],
});
