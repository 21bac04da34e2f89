import { Network, Plus, Wallet, WalletCards } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { firstTexts, lazyScreen } from '../../lib/lazy.ts';

export const wallet = {
  screens: {
    wallet: { screen: lazyScreen(() => import('./wallet.page.tsx'), firstTexts) },
    'wallet/center': { screen: lazyScreen(() => import('./sub-wallets.page.tsx')) },
  },
  drawers: [
    'createWallet',
    'networks',
    'stake',
    'allowance',
    'call',
    'message',
    'deploy',
    'signature',
    'subWallet',
    'coins',
    'coin',
    'nfts',
    'inscription',
  ],
  menu: [
    {
      key: 'wallet',
      places: ['side', 'bar', 'go'],
      text: 'nav.wallet',
      Icon: Wallet,
      leads: { to: '/mpc/wallet' },
      exact: true,
    },
    {
      key: 'wallets',
      places: ['side', 'go'],
      text: 'nav.wallets',
      Icon: WalletCards,
      leads: { to: '/mpc/wallet/center' },
    },
    { key: 'create', places: ['do'], text: 'wallet.create', Icon: Plus, leads: { drawer: 'createWallet' } },
    { key: 'networks', places: ['do'], text: 'networks.title', Icon: Network, leads: { drawer: 'networks' } },
  ],
  endpoints: {
    onboarding: () => import('@holdfast/contract/onboarding'),
    wallet: () => import('@holdfast/contract/wallet'),
    subWallet: () => import('@holdfast/contract/sub-wallet'),
    token: () => import('@holdfast/contract/token'),
    stake: () => import('@holdfast/contract/stake'),
    web3: () => import('@holdfast/contract/web3'),
    nft: () => import('@holdfast/contract/nft'),
    inscriptions: () => import('@holdfast/contract/inscription'),
  },
  live: {
    order: [['wallet'], ['web3']],
    deposit: [['wallet']],
    balance: [['wallet'], ['stake'], ['nft'], ['inscriptions']],
    setup: [['wallet']],
  },
  log: [
    { part: 'wallet', text: 'tools:op.wallet' },
    { part: 'token', text: 'tools:op.token' },
    { part: 'stake', text: 'tools:op.stake' },
    { part: 'web3', text: 'tools:op.web3' },
    { part: 'nft', text: 'tools:op.nft' },
    { part: 'inscription', text: 'tools:op.inscription' },
  ],
} as const satisfies Area;
