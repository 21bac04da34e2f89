import { createRootRoute, createRoute, createRouter, Navigate, Outlet, redirect } from '@tanstack/react-router';
import { effects } from '../lib/api.ts';
import { currentLanguage } from '../lib/i18n.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Shell } from './shell.tsx';

/** Search parameters of any page: open drawers, a time that defeats caches. A hostile value is ignored, never an error. */
interface CommonSearch {
  readonly d?: string;
}
function commonSearch(search: Record<string, unknown>): CommonSearch & Record<string, unknown> {
  const { d, ...rest } = search;
  return typeof d === 'string' && d !== '' ? { ...rest, d } : rest;
}

function Root() {
  return (
    <>
      <Outlet />
      <ConfirmHost />
      <Toaster />
    </>
  );
}

const root = createRootRoute({
  component: Root,
  validateSearch: commonSearch,
  notFoundComponent: () => <Navigate to="/mpc/wallet" replace />,
  errorComponent: ErrorScreen,
});

export const loginPath = (): '/login' | '/zh-CN/login' => (currentLanguage() === 'zh-CN' ? '/zh-CN/login' : '/login');

const Login = lazyScreen(() => import('../features/login/login.page.tsx'));
const login = createRoute({ getParentRoute: () => root, path: '/login', component: Login });
const loginZh = createRoute({ getParentRoute: () => root, path: '/zh-CN/login', component: Login });
const setup = createRoute({
  getParentRoute: () => root,
  path: '/mpc/setup',
  component: lazyScreen(() => import('../features/setup/setup.page.tsx')),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  errorComponent: ErrorScreen,
  beforeLoad: ({ location }) => {
    if (useSession.getState().token !== '') return;
    useSession.setState({ returnTo: location.href });
    throw redirect({ to: loginPath(), replace: true });
  },
});

const toWallet = {
  beforeLoad: () => {
    throw redirect({ to: '/mpc/wallet', replace: true });
  },
};
const home = createRoute({ getParentRoute: () => root, path: '/', ...toWallet });
const mpc = createRoute({ getParentRoute: () => root, path: '/mpc', ...toWallet });
const wallet = createRoute({
  getParentRoute: () => shell,
  path: '/mpc/wallet',
  component: lazyScreen(() => import('../features/wallet/wallet.page.tsx')),
});
const walletCenter = createRoute({
  getParentRoute: () => shell,
  path: '/mpc/wallet/center',
  component: lazyScreen(() => import('../features/wallet/sub-wallets.page.tsx')),
});
const transactions = createRoute({
  getParentRoute: () => shell,
  path: '/mpc/center/transactions',
  component: lazyScreen(() => import('../features/transactions/transactions.page.tsx')),
});
const todo = createRoute({
  getParentRoute: () => shell,
  path: '/mpc/center/todo',
  component: lazyScreen(() => import('../features/todo/todo.page.tsx')),
});

const routeTree = root.addChildren([
  home,
  mpc,
  login,
  loginZh,
  setup,
  shell.addChildren([wallet, walletCenter, transactions, todo]),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

effects.logout = () => {
  const { href } = router.state.location;
  const inside = !href.includes('/login') && !href.startsWith('/mpc/setup');
  useSession.getState().signOut(inside ? href : useSession.getState().returnTo);
  queryClient.clear();
  if (inside) void router.navigate({ to: loginPath(), replace: true });
};
effects.clearSelection = () => {
  useSession.getState().clearSelection();
  void router.navigate({ to: '.', search: {} } as never);
};
effects.refreshSelection = () => {
  if (router.state.location.pathname.includes('/center/wallet')) useSession.getState().clearSelection();
  void router.navigate({ to: '.', search: {} } as never);
  void queryClient.invalidateQueries();
};
