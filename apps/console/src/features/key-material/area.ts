import { Vault } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import type texts from './locale/en-US/privateKeyRecovery.json';
import { requestSearch } from './search.ts';

declare module '../../locales/namespaces.ts' {
  interface Texts {
    privateKeyRecovery: typeof texts;
  }
}

export const keyMaterial = {
  screens: {
    'center/keyRecovery': {
      screen: lazyScreen(() => import('./key-material.page.tsx'), ['privateKeyRecovery']),
      search: requestSearch,
    },
  },
  drawers: ['keyRequest', 'keyMaterial'],
  menu: [
    {
      key: 'keys',
      places: ['side', 'go'],
      text: 'nav.keys',
      Icon: Vault,
      leads: { to: '/mpc/center/keyRecovery' },
    },
  ],
  notices: [
    {
      key: 'keyMaterial',
      when: (status) => status.key_notices > 0,
      Bar: lazyScreen(() => import('./notice-bar.tsx'), ['privateKeyRecovery']),
    },
  ],
  endpoints: { keyMaterial: () => import('@holdfast/contract/key-material') },
  log: [{ part: 'keyMaterial', text: 'tools:todo.kind.keyMaterial' }],
} as const satisfies Area;
