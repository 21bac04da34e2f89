import { firstTexts, lazyScreen } from '../lib/lazy.ts';

/** One screen for every log of the rules; its address says which. */
const ruleLog = lazyScreen(() => import('../features/strategy/log.page.tsx'), ['strategyEngine', 'tools']);

/**
 * Every screen inside the shell, by its path under /mpc as spec §2 writes it; `{id}` stands for any one value. A screen whose area has texts of its
 * own names their namespaces: `lazyScreen(() => import('…'), ['strategyEngine'])`.
 */
export const screens = {
  wallet: lazyScreen(() => import('../features/wallet/wallet.page.tsx'), firstTexts),
  'wallet/personalBook': lazyScreen(() => import('../features/address-book/own.page.tsx'), ['whiteAddress']),
  'wallet/center': lazyScreen(() => import('../features/wallet/sub-wallets.page.tsx')),
  'wallet/center/addressBook': lazyScreen(
    () => import('../features/address-book/wallet-book.page.tsx'),
    ['whiteAddress'],
  ),
  'center/transactions': lazyScreen(() => import('../features/transactions/transactions.page.tsx')),
  'center/loginHistory': lazyScreen(() => import('../features/login-history/login-history.page.tsx'), ['tools']),
  'center/keyRecovery': lazyScreen(
    () => import('../features/key-material/key-material.page.tsx'),
    ['privateKeyRecovery'],
  ),
  'center/api': lazyScreen(() => import('../features/programs/programs.page.tsx'), ['apiPage']),
  'center/api/addApi': lazyScreen(() => import('../features/programs/add.page.tsx'), ['apiPage']),
  'center/api/editApi': lazyScreen(() => import('../features/programs/edit.page.tsx'), ['apiPage']),
  'center/api/log': lazyScreen(() => import('../features/programs/log.page.tsx'), ['apiPage']),
  'center/teamMember': lazyScreen(() => import('../features/team/team.page.tsx'), ['teamMember']),
  'center/addressBook': lazyScreen(() => import('../features/address-book/address-book.page.tsx'), ['whiteAddress']),
  'center/addressBook/log': lazyScreen(
    () => import('../features/address-book/log.page.tsx'),
    ['whiteAddress', 'tools'],
  ),
  'center/strategyEngine': lazyScreen(() => import('../features/strategy/engine.page.tsx'), ['strategyEngine']),
  'center/strategyEngine/basic/log': ruleLog,
  'center/strategyEngine/senior/strategyDetail': lazyScreen(
    () => import('../features/strategy/rule.page.tsx'),
    ['strategyEngine'],
  ),
  'center/strategyEngine/senior/web3Log': ruleLog,
  'center/strategyEngine/senior/transferLog': ruleLog,
  'center/strategyEngine/senior/tradeLog': ruleLog,
  'center/strategyEngine/senior/addStrategy': lazyScreen(
    () => import('../features/strategy/add-rule.page.tsx'),
    ['strategyEngine'],
  ),
  'center/workspaceStrategyEngine': lazyScreen(
    () => import('../features/strategy/workspace.page.tsx'),
    ['strategyEngine'],
  ),
  'center/workspaceStrategyEngine/log': ruleLog,
  'center/todo': lazyScreen(() => import('../features/todo/todo.page.tsx'), ['tools']),
} as const;

/** Screens without the shell, by their whole path. */
const login = lazyScreen(() => import('../features/login/login.page.tsx'), firstTexts);
export const gates = {
  '/login': login,
  '/zh-CN/login': login,
  '/mpc/setup': lazyScreen(() => import('../features/setup/setup.page.tsx'), ['tools']),
  '/mpc/join/$token': lazyScreen(() => import('../features/join/join.page.tsx'), ['teamMember', 'tools']),
} as const;
