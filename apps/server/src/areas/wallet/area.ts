import { balanceReader } from '../../ledger/reader.ts';
import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { bindSubWallet, bindWallet } from './routes.ts';
import { createWallet, type WalletService } from './service.ts';

export const walletArea = defineArea({
  create: (ports: Pick<Ports, 'db' | 'clock' | 'catalog' | 'signers' | 'audit'>) =>
    createWallet({ ...ports, ledger: balanceReader }),
  bind: (app, service, { catalog }) => bindWallet(app, { service, catalog }),
  jobs: ({ fillLooks, markSubWallets, continueOpening }) => [
    { everyMs: 60_000, run: fillLooks, failed: 'looks of names not written down' },
    { everyMs: 60_000, run: markSubWallets, failed: 'sub-wallets not marked' },
    { everyMs: 5_000, run: continueOpening, failed: 'the opening of a network has not gone on' },
  ],
});

export const subWalletArea = defineArea({
  create: ({ wallets }: { readonly wallets: WalletService }) => wallets,
  bind: (app, service) => bindSubWallet(app, service),
});
