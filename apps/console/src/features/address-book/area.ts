import { BookUser } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { logSearch } from '../../lib/log-search.ts';
import { usePermission } from '../../lib/permission.ts';
import type texts from './locale/en-US/whiteAddress.json';
import { bookSearch } from './search.ts';

declare module '../../locales/namespaces.ts' {
  interface Texts {
    whiteAddress: typeof texts;
  }
}

export const addressBook = {
  screens: {
    'wallet/personalBook': {
      screen: lazyScreen(() => import('./own.page.tsx'), ['whiteAddress']),
      search: bookSearch,
    },
    'wallet/center/addressBook': {
      screen: lazyScreen(() => import('./wallet-book.page.tsx'), ['whiteAddress']),
      search: bookSearch,
    },
    'center/addressBook': {
      screen: lazyScreen(() => import('./address-book.page.tsx'), ['whiteAddress', 'tools']),
      search: bookSearch,
    },
    'center/addressBook/log': {
      screen: lazyScreen(() => import('./log.page.tsx'), ['whiteAddress', 'tools']),
      search: logSearch,
    },
  },
  drawers: [
    'bookAdd',
    'bookImport',
    'bookEntry',
    'bookEdit',
    'bookMode',
    'bookChange',
    'ownEntry',
    'ownWrite',
    'ownImport',
  ],
  menu: [
    {
      key: 'addressBook',
      places: ['side', 'go'],
      text: 'nav.addressBook',
      Icon: BookUser,
      leads: { to: '/mpc/center/addressBook' },
    },
    {
      key: 'bookAdd',
      places: ['do'],
      text: 'book.add',
      Icon: BookUser,
      leads: { drawer: 'bookAdd' },
      shown: () => usePermission('addressBook.edit'),
    },
  ],
  endpoints: {
    addressBook: () => import('@holdfast/contract/address-book'),
    personalBook: () => import('@holdfast/contract/personal-book'),
  },
  live: {
    order: [
      ['addressBook', 'list'],
      ['personalBook', 'list'],
    ],
    todo: [['addressBook']],
  },
  log: [
    { part: 'addressBook', text: 'tools:op.addressBook' },
    { part: 'personalBook', text: 'tools:op.personalBook' },
  ],
} as const satisfies Area;
