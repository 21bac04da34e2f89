import { defineArea } from '../define.ts';
import { bindWeb3 } from './routes.ts';
import { createWeb3, type Web3Deps } from './service.ts';

export const web3Area = defineArea({
  create: (ports: Web3Deps) => createWeb3(ports),
  bind: (app, service, { orders }) => bindWeb3(app, service, orders),
});
