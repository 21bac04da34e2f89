import { Scale } from 'lucide-react';
import type { Area } from '../../lib/area.ts';
import { firstTexts, lazyScreen } from '../../lib/lazy.ts';
import { logSearch } from '../../lib/log-search.ts';
import type texts from './locale/en-US/strategyEngine.json';
import { ruleSearch, trialSearch } from './search.ts';

declare module '../../locales/namespaces.ts' {
  interface Texts {
    strategyEngine: typeof texts;
  }
}

/** One screen for every log of the rules; its address says which. */
const ruleLog = {
  screen: lazyScreen(() => import('./log.page.tsx'), ['strategyEngine', 'tools']),
  search: logSearch,
};

export const strategy = {
  screens: {
    'center/strategyEngine': {
      screen: lazyScreen(() => import('./engine.page.tsx'), ['strategyEngine']),
      search: trialSearch,
    },
    'center/strategyEngine/basic/log': ruleLog,
    'center/strategyEngine/senior/strategyDetail': {
      screen: lazyScreen(() => import('./rule.page.tsx'), ['strategyEngine']),
      search: ruleSearch,
    },
    'center/strategyEngine/senior/web3Log': ruleLog,
    'center/strategyEngine/senior/transferLog': ruleLog,
    'center/strategyEngine/senior/tradeLog': ruleLog,
    'center/strategyEngine/senior/addStrategy': {
      screen: lazyScreen(() => import('./add-rule.page.tsx'), ['strategyEngine']),
      search: ruleSearch,
    },
    'center/workspaceStrategyEngine': {
      screen: lazyScreen(() => import('./workspace.page.tsx'), ['strategyEngine']),
      search: trialSearch,
    },
    'center/workspaceStrategyEngine/log': ruleLog,
  },
  // Whoever has them open sees other rules as soon as they are in force.
  live: { setup: [['strategy'], ['onboarding']] },
  drawers: ['rule', 'rulesImport'],
  notices: [{ key: 'alone', when: 'later', Bar: lazyScreen(() => import('./alone-bar.tsx'), firstTexts) }],
  menu: [
    {
      key: 'rules',
      places: ['side', 'go'],
      text: 'nav.rules',
      Icon: Scale,
      leads: { to: '/mpc/center/strategyEngine' },
      also: '/mpc/center/workspaceStrategyEngine',
    },
  ],
  endpoints: {
    strategy: () => import('@holdfast/contract/strategy'),
    backTest: () => import('@holdfast/contract/back-test'),
  },
  log: [
    { part: 'strategy', text: 'tools:op.strategy' },
    { part: 'policy', text: 'tools:op.policy' },
  ],
} as const satisfies Area;
