import { Bot } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { firstTexts, lazyScreen } from '../../lib/lazy.ts';
import type texts from './locale/en-US/apiPage.json';
import { callSearch, editSearch, programSearch } from './search.ts';

declare module '../../locales/namespaces.ts' {
  interface Texts {
    apiPage: typeof texts;
  }
}

export const programs = {
  screens: {
    'center/api': { screen: lazyScreen(() => import('./programs.page.tsx'), ['apiPage']), search: programSearch },
    'center/api/addApi': { screen: lazyScreen(() => import('./add.page.tsx'), ['apiPage']) },
    'center/api/editApi': { screen: lazyScreen(() => import('./edit.page.tsx'), ['apiPage']), search: editSearch },
    'center/api/log': { screen: lazyScreen(() => import('./log.page.tsx'), ['apiPage']), search: callSearch },
  },
  drawers: ['program'],
  menu: [
    {
      key: 'api',
      places: ['side', 'go'],
      text: 'nav.api',
      Icon: Bot,
      leads: { to: '/mpc/center/api' },
    },
  ],
  notices: [{ key: 'programs', when: 'later', Bar: lazyScreen(() => import('./alerts.tsx'), firstTexts) }],
  endpoints: { program: async () => (await import('@holdfast/contract/program')).program },
  log: [{ part: 'program', text: 'tools:op.program' }],
} as const satisfies Area;
