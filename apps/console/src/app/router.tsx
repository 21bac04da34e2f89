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
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { effects } from '../lib/api.ts';
import type { Screen } from '../lib/area.ts';
import { isWalletCenter, loginPath } from '../lib/paths.ts';
import { queryClient } from '../lib/query.ts';
import type { SearchReader } from '../lib/search.ts';
import { useSession } from '../lib/session.ts';
import { notify } from '../lib/toasts.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { gates, isGate, screens } from './areas.ts';
import { ErrorScreen } from './error-screen.tsx';
import { commonSearch, soundSearch } from './search.ts';
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

/** Unknown addresses lead to the wallet (spec §2), and whoever is logged in is told why. What stands in the address is not repeated: anybody may have written it. */
function NoSuchPage() {
  const { t } = useTranslation();
  useEffect(() => {
    if (useSession.getState().token !== '') notify(t('notice.noSuchPage'), 'info');
  }, [t]);
  return <Navigate to="/mpc/wallet" replace />;
}

const root = createRootRoute({
  component: Root,
  validateSearch: commonSearch,
  notFoundComponent: NoSuchPage,
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

type Gates = typeof gates;
type GateRoutes = { readonly [P in keyof Gates]: ReturnType<typeof gateRoute<P>> };
const gateRoutes = Object.fromEntries(
  Object.keys(gates).map((path) => [path, gateRoute(path as keyof Gates)]),
) as unknown as GateRoutes;

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

/** In place of the screen alone: the menu stays. */
const ScreenFailed = ({ error }: { error: unknown }) => <ErrorScreen error={error} inside />;

/** The reader of a screen that reads nothing of its own. */
const nothing = (): object => ({});

const screenRoute = <P extends string, S extends object>(path: P, component: RouteComponent, search: SearchReader<S>) =>
  createRoute({
    getParentRoute: () => shell,
    path: routerPath(path),
    component,
    errorComponent: ScreenFailed,
    validateSearch: search,
  });
type Screens = typeof screens;
type SearchOf<T> = T extends { readonly search: SearchReader<infer S> } ? S : object;
type ScreenRoutes = { readonly [P in keyof Screens]: ReturnType<typeof screenRoute<P & string, SearchOf<Screens[P]>>> };
const everyScreen: Readonly<Record<string, Screen>> = screens;
const screenRoutes = Object.fromEntries(
  Object.entries(everyScreen).map(([path, { screen, search = nothing }]) => [path, screenRoute(path, screen, search)]),
) as unknown as ScreenRoutes;

/** The other spelling of the wallet centre (spec §2) leads to the one screen. */
const alsoCentre = (rest: '' | '/addressBook') =>
  createRoute({
    getParentRoute: () => root,
    path: `/mpc/center/wallet${rest}`,
    beforeLoad: ({ search }) => {
      throw redirect({ to: `/mpc/wallet/center${rest}`, search, replace: true });
    },
  });

const routeTree = root.addChildren({
  centre: alsoCentre(''),
  centreBook: alsoCentre('/addressBook'),
  home,
  mpc,
  ...gateRoutes,
  shell: shell.addChildren(screenRoutes),
});

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
    void router.navigate({ to: '.', search: (old) => ({ ...old, d: undefined }), replace: true, ignoreBlocker: true });
  effects.logout = (over = '') => {
    const { href, pathname } = router.state.location;
    const inside = !isGate(pathname);
    const { returnTo, over: before, signOut } = useSession.getState();
    // Several calls end by it at once: the first one says why.
    signOut(inside ? href : returnTo, inside ? over : before);
    queryClient.clear();
    if (inside) void router.navigate({ to: loginPath(), replace: true, ignoreBlocker: true });
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
