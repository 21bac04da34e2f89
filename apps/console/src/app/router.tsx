import {
  createRootRoute,
  createRoute,
  createRouter,
  defaultParseSearch,
  Navigate,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { effects } from '../lib/api.ts';
import { isWalletCenter, loginPath } from '../lib/paths.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { gates, screens } from './routes.tsx';
import { soundSearch } from './search.ts';
import { Shell } from './shell.tsx';

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
  notFoundComponent: () => <Navigate to="/mpc/wallet" replace />,
  errorComponent: ErrorScreen,
});

const toWallet = {
  beforeLoad: () => {
    throw redirect({ to: '/mpc/wallet', replace: true });
  },
};
const home = createRoute({ getParentRoute: () => root, path: '/', ...toWallet });
const mpc = createRoute({ getParentRoute: () => root, path: '/mpc', ...toWallet });

const gateRoute = <P extends keyof typeof gates>(path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: gates[path],
    beforeLoad: () => {
      if (!path.startsWith('/mpc/') && path !== loginPath()) throw redirect({ to: loginPath(), replace: true });
    },
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

type WithValues<P extends string> = P extends `${infer A}{${infer Name}}${infer B}`
  ? `${A}$${Name}${WithValues<B>}`
  : P;
/** `edit/{id}` of the table is `/mpc/edit/$id` of the router. */
export const routerPath = <P extends string>(path: P): `/mpc/${WithValues<P>}` =>
  `/mpc/${path.replace(/\{(\w+)\}/g, '$$$1') as WithValues<P>}`;

const screenRoute = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => shell,
    path: routerPath(path),
    component,
  });
type ScreenRoutes = { readonly [P in keyof typeof screens]: ReturnType<typeof screenRoute<P>> };
const screenRoutes = Object.fromEntries(
  Object.entries(screens).map(([path, component]) => [path, screenRoute(path, component)]),
) as unknown as ScreenRoutes;

const routeTree = root.addChildren([
  home,
  mpc,
  gateRoute('/login'),
  gateRoute('/zh-CN/login'),
  gateRoute('/mpc/setup'),
  gateRoute('/mpc/join/$token'),
  shell.addChildren(screenRoutes),
]);

/** @param history the browser's unless given */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    parseSearch: (text) => soundSearch(defaultParseSearch(text)),
    ...(history ? { history } : {}),
  });
type ConsoleRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}

/** Carries out, on this router, what refusals ask for (spec §8). */
export function connectEffects(router: ConsoleRouter): void {
  const closeDrawers = (): void =>
    void router.navigate({ to: '.', search: (old: object) => ({ ...old, d: undefined }), replace: true } as never);
  effects.logout = () => {
    const { href, pathname } = router.state.location;
    const inside = !Object.hasOwn(gates, pathname) && !pathname.startsWith('/mpc/join/');
    useSession.getState().signOut(inside ? href : useSession.getState().returnTo);
    queryClient.clear();
    if (inside) void router.navigate({ to: loginPath(), replace: true });
  };
  effects.clearSelection = () => {
    useSession.getState().clearSelection();
    closeDrawers();
  };
  effects.refreshSelection = () => {
    if (isWalletCenter(router.state.location.pathname)) return useSession.getState().clearWallet();
    closeDrawers();
    void queryClient.invalidateQueries();
  };
}
