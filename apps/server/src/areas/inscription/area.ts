import { defineArea } from '../define.ts';
import { bindInscriptions } from './routes.ts';
import { createInscriptions, type InscriptionDeps } from './service.ts';

export const inscriptionArea = defineArea({
  create: (ports: InscriptionDeps) => createInscriptions(ports),
  bind: (app, service, { orders }) => bindInscriptions(app, service, orders),
  told: {
    'inscription.send': { kind: 'payment', to: 'transaction.read' },
    'inscription.brc20': { kind: 'payment', to: 'transaction.read' },
  },
});
