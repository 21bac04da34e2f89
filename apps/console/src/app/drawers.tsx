import { CatchBoundary, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo } from 'react';
import { lazyScreen } from '../lib/lazy.ts';
import { type NamedPage, parseStack, stackText } from '../ui/drawer-stack.ts';
import { type Drawers, DrawersProvider } from '../ui/drawers.tsx';
import { drawerNames } from './areas.ts';
import { ErrorScreen } from './error-screen.tsx';

const known = (name: string): boolean => drawerNames.includes(name);

/** Our mark on a history entry: how many drawers were opened in a row to get here, so that closing them goes back instead of piling up. */
declare module '@tanstack/history' {
  interface HistoryState {
    drawers?: number;
  }
}

/** The stack of drawers as the address has it. */
function useDrawerStack(): Drawers {
  const { d: text } = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const stack = parseStack(text, known);
    const opened = (): number => router.state.location.state.drawers ?? 0;
    const go = (pages: readonly NamedPage[], replace: boolean, drawers: number): void =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, d: stackText(pages) }),
        state: { drawers },
        resetScroll: false,
        replace,
      });
    const takeOff = (count: number): void => {
      if (opened() >= count) router.history.go(-count);
      else go(stack.slice(0, stack.length - count), true, 0);
    };
    return {
      stack,
      push: (name, ...args) => go([...stack, { name, args }], false, opened() + 1),
      replace: (name, ...args) => go([...stack.slice(0, -1), { name, args }], true, opened()),
      pop: () => takeOff(1),
      close: () => takeOff(stack.length),
    };
  }, [text, navigate, router]);
}

const DrawerPages = lazyScreen(() => import('./drawer-pages.tsx'));

/** Where the drawers would be, when not even their frame can be had: the screen below stays, with what is written there. */
const DrawersFailed = ({ error }: { error: unknown }) => (
  <div className="drawers">
    <ErrorScreen error={error} inside="drawers" />
  </div>
);

/** Gives pages below it `useDrawers()` and shows the open ones. */
export function DrawerLayer({ children }: { children: ReactNode }): ReactNode {
  const drawers = useDrawerStack();
  return (
    <DrawersProvider value={drawers}>
      {children}
      {drawers.stack.length > 0 && (
        <Suspense>
          <CatchBoundary getResetKey={() => 0} errorComponent={DrawersFailed}>
            <DrawerPages />
          </CatchBoundary>
        </Suspense>
      )}
    </DrawersProvider>
  );
}
