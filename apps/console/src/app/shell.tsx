import { Navigate, Outlet } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { memo, type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { followFaults } from '../lib/focus-fault.ts';
import { firstTexts, lazyScreen } from '../lib/lazy.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { IconButton } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { ErrorState, Skeleton } from '../ui/feedback.tsx';
import { Page } from '../ui/layout.tsx';
import { Bar } from './bar.tsx';
import { DrawerLayer } from './drawers.tsx';
import { Header } from './header.tsx';
import { keepRoom } from './keep-room.ts';
import { Logo } from './logo.tsx';
import { Nav } from './nav.tsx';
import { usePageMemory } from './page-memory.ts';
import { useSelection } from './selection.ts';

const MenuCloser = lazyScreen(() => import('./menu-closer.tsx'), firstTexts);
const Notices = lazyScreen(() => import('./notices.tsx'), firstTexts);

function PageSkeleton(): ReactNode {
  return (
    <Page>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-64 w-full" />
    </Page>
  );
}

/** Whatever the layout hears of meanwhile, a screen that comes is drawn in pieces of a few ms: drawn with the layout anew, it would be drawn at once. */
const ScreenPlace = memo(() => (
  <Suspense fallback={<PageSkeleton />}>
    <Outlet />
  </Suspense>
));

function Layout(): ReactNode {
  const { t } = useTranslation();
  const [navOpen, setNavOpen] = useState(false);
  const selection = useSelection();
  const main = useRef<HTMLElement>(null);
  const zone = usePreferences((state) => state.timeZone);
  usePageMemory(main);
  useEffect(followFaults, []);
  useEffect(() => {
    const following = import('../lib/events.ts').then((events) => events.followEvents());
    return () => void following.then((stop) => stop());
  }, []);
  if (selection.needsSetup) return <Navigate to="/mpc/setup" replace />;
  return (
    <div className="grid h-full grid-cols-[208px_1fr] max-md:grid-cols-1">
      <a href="#main" className="skip">
        {t('nav.skip')}
      </a>
      <aside className={cn('side', !navOpen && 'max-md:hidden')}>
        <div className="flex h-12 items-center justify-between px-4">
          <Logo />
          <IconButton label={t('common.close')} className="md:hidden" onClick={() => setNavOpen(false)}>
            <X aria-hidden />
          </IconButton>
        </div>
        <Nav onGo={() => setNavOpen(false)} />
      </aside>
      <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[48px_auto_1fr_auto]">
        <Header />
        <div ref={keepRoom}>
          <Suspense>
            <Notices />
          </Suspense>
          <Suspense>{navOpen && <MenuCloser onClose={() => setNavOpen(false)} />}</Suspense>
        </div>
        {/* What is hidden for the eye is placed in here: placed in the document, it would make that scroll. */}
        <main id="main" ref={main} data-scrolls className="relative min-h-0 min-w-0 overflow-auto">
          {/* Times stand everywhere: another zone is another page. */}
          {selection.error ? (
            <ErrorState error={selection.error} onRetry={selection.retry} />
          ) : (
            <ScreenPlace key={zone} />
          )}
        </main>
        <Bar onMenu={() => setNavOpen(true)} />
      </div>
    </div>
  );
}

/** Everything around a page. */
export function Shell(): ReactNode {
  const token = useSession((state) => state.token);
  const drawn = useDeferredValue(true, false);
  if (token === '' || !drawn) return null;
  return (
    <DrawerLayer>
      <Layout />
    </DrawerLayer>
  );
}
