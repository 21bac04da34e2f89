import { defineArea } from '../define.ts';
import type { WalletService } from '../wallet/service.ts';
import { bindToken } from './routes.ts';
import { createToken, type TokenDeps } from './service.ts';

/** How soon another process of this server counts what was added at one. */
const takeInEveryMs = 3_000;
/** How soon it can be paid with once the signers have it. */
const verifyEveryMs = 15_000;

export const tokenArea = defineArea({
  create: (ports: TokenDeps & { readonly wallets: WalletService }) => createToken(ports),
  bind: (app, service, ports) => bindToken(app, service, ports),
  jobs: (service) => [
    { everyMs: takeInEveryMs, run: service.takeIn, failed: 'added tokens not taken in' },
    { everyMs: verifyEveryMs, run: service.verifyAll, failed: 'added tokens not asked about at the signers' },
  ],
});
