import { defineArea } from '../define.ts';
import { bindNfts } from './routes.ts';
import { createNfts, type NftDeps } from './service.ts';

export const nftArea = defineArea({
  create: (ports: NftDeps) => createNfts(ports),
  bind: (app, service) => bindNfts(app, service),
  jobs: ({ tell, announce, dropPictures }) => [
    { everyMs: 2_000, run: announce, failed: 'nobody was told of NFTs that came in' },
    { everyMs: 2_000, run: tell, failed: 'contracts of NFTs were not asked what they are' },
    {
      everyMs: 3_600_000,
      run: async () => void (await dropPictures()),
      failed: 'pictures of NFTs beyond their number were not dropped',
    },
  ],
  told: {
    'nft.fold': { kind: 'wallet', to: 'wallet.read' },
    'nft.received': { kind: 'deposit', to: 'deposit.read' },
  },
});
