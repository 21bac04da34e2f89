import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { tradeExport } from './export.ts';
import { bindTrade } from './routes.ts';
import { createTrade, type TradeDeps } from './service.ts';
import { createZeroEx } from './zero-ex.ts';

const lookEveryMs = 5_000;
const forgetEveryMs = 3_600_000;

export const tradeArea = defineArea({
  create: ({ config, ...ports }: Omit<TradeDeps, 'zeroEx'> & Pick<Ports, 'config'>) =>
    createTrade({ ...ports, zeroEx: createZeroEx(config.zeroEx) }),
  bind: (app, service, { orders }) => bindTrade(app, service, orders),
  jobs: (service) => [
    { everyMs: lookEveryMs, run: service.lookAtFailures, failed: 'failed swaps not looked at' },
    { everyMs: forgetEveryMs, run: service.forgetQuotes, failed: 'old quotes not removed' },
  ],
  told: {
    'trade.create': { kind: 'payment', to: 'transaction.read' },
    'trade.approve': { kind: 'payment', to: 'transaction.read' },
  },
  exports: (service) => [tradeExport(service)],
});
