import { defineArea } from '../define.ts';
import { bindUtxo } from './routes.ts';
import { createUtxo, type UtxoDeps } from './service.ts';

export const utxoArea = defineArea({
  create: (ports: UtxoDeps) => createUtxo(ports),
  bind: (app, service) => bindUtxo(app, service),
  jobs: ({ tellConsolidations }) => [
    { everyMs: 60_000, run: tellConsolidations, failed: 'nobody was told of outputs that can be joined' },
  ],
});
