import { Bot, Webhook } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { firstTexts, lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';
import type texts from './locale/en-US/apiPage.json';
import { apiClientSearch, callSearch, editSearch } from './search.ts';
import { hookSearch } from './web-hooks/search.ts';

declare module '../../locales/namespaces.ts' {
  interface Texts {
    apiPage: typeof texts;
  }
}

export const apiClients = {
  screens: {
    'center/api': { screen: lazyScreen(() => import('./api-clients.page.tsx'), ['apiPage']), search: apiClientSearch },
    'center/api/addApi': { screen: lazyScreen(() => import('./add.page.tsx'), ['apiPage']) },
    'center/api/editApi': { screen: lazyScreen(() => import('./edit.page.tsx'), ['apiPage']), search: editSearch },
    'center/api/log': { screen: lazyScreen(() => import('./log.page.tsx'), ['apiPage']), search: callSearch },
    'center/transactionNotification': {
      screen: lazyScreen(() => import('./web-hooks/web-hooks.page.tsx'), ['apiPage']),
      search: hookSearch,
    },
  },
  drawers: ['apiClient', 'hookEndpoint', 'hookDelivery', 'hookReplay'],
  menu: [
    {
      key: 'api',
      places: ['side', 'go'],
      text: 'nav.api',
      Icon: Bot,
      leads: { to: '/mpc/center/api' },
    },
    {
      key: 'webHooks',
      places: ['go'],
      text: 'hook.title',
      Icon: Webhook,
      leads: { to: '/mpc/center/transactionNotification' },
      shown: () => usePermission('webHook.read'),
    },
  ],
  notices: [{ key: 'apiClients', when: 'later', Bar: lazyScreen(() => import('./alerts.tsx'), firstTexts) }],
  endpoints: {
    apiClient: () => import('@holdfast/contract/api-client'),
    webHook: () => import('@holdfast/contract/web-hook'),
  },
  log: [
    { part: 'program', text: 'tools:op.program' },
    { part: 'webHook', text: 'tools:op.webHook' },
  ],
} as const satisfies Area;
