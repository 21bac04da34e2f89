import { defineArea } from '../define.ts';
import { bindUtxo } from './routes.ts';
import { createUtxo, type UtxoDeps } from './service.ts';

export const utxoArea = defineArea({
  create: (ports: UtxoDeps) => createUtxo(ports),
  bind: (app, service) => bindUtxo(app, service),
});
