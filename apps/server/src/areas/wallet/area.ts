import { balanceReader } from '../../ledger/reader.ts';
import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { bindWallet } from './routes.ts';
import { createWallet } from './service.ts';

export const walletArea = defineArea({
  create: (ports: Pick<Ports, 'db' | 'clock' | 'catalog' | 'signers'>) =>
    createWallet({ ...ports, ledger: balanceReader }),
  bind: (app, service, { catalog }) => bindWallet(app, { service, catalog }),
});
