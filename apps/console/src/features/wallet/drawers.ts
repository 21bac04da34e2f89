import type { Drawer } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';

/** What is in the drawers of this area; loaded with the first drawer that opens. */
export default {
  createWallet: { title: 'wallet.create', component: lazyScreen(() => import('./create-wallet.drawer.tsx')) },
  stake: { title: 'stake.drawer', component: lazyScreen(() => import('./stake.drawer.tsx')) },
  allowance: { title: 'allowance.drawer', component: lazyScreen(() => import('./allowance.drawer.tsx')) },
  call: { title: 'call.drawer', component: lazyScreen(() => import('./call.drawer.tsx')) },
  deploy: { title: 'deploy.drawer', component: lazyScreen(() => import('./deploy.drawer.tsx')) },
  message: { title: 'message.drawer', component: lazyScreen(() => import('./message.drawer.tsx')) },
  signature: { title: 'message.signature', component: lazyScreen(() => import('./signature.drawer.tsx')) },
  subWallet: { title: 'wallet.manage', component: lazyScreen(() => import('./sub-wallet.drawer.tsx')) },
  coins: { title: 'coins.title', component: lazyScreen(() => import('./coins.drawer.tsx')) },
  coin: { title: 'common.coin', component: lazyScreen(() => import('./coin.drawer.tsx')) },
  nfts: { title: 'nft.title', component: lazyScreen(() => import('./nft/nfts.drawer.tsx')), width: 900 },
  inscription: {
    title: 'inscription.title',
    component: lazyScreen(() => import('./inscription/inscription.drawer.tsx')),
  },
  networks: { title: 'networks.title', component: lazyScreen(() => import('./networks.drawer.tsx')) },
} satisfies Readonly<Record<string, Drawer>>;
