import { Navigate, Outlet } from '@tanstack/react-router';
import { Menu as MenuIcon, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { followFaults } from '../lib/focus-fault.ts';
import { firstTexts, lazyScreen } from '../lib/lazy.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { IconButton } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { ErrorState, Skeleton } from '../ui/feedback.tsx';
import { Page } from '../ui/layout.tsx';
import { menuAt } from './areas.ts';
import { DrawerLayer } from './drawers.tsx';
import { Header } from './header.tsx';
import { Logo } from './logo.tsx';
import { useEntries } from './menu-entry.tsx';
import { Nav } from './nav.tsx';
import { usePageMemory } from './page-memory.ts';
import { useSelection } from './selection.ts';

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

/** Opens the menu where that is folded away; with how much waits there for the reader. */
function MenuButton({ onOpen }: { onOpen: () => void }): ReactNode {
  const { t } = useTranslation();
  const count = useEntries(menuAt('side')).reduce((sum, entry) => sum + entry.count, 0);
  const label = count > 0 ? `${t('nav.open')}: ${count}` : t('nav.open');
  return (
    <IconButton label={label} className="relative md:hidden" onClick={onOpen}>
      <MenuIcon aria-hidden />
      {count > 0 && (
        <b className="-top-1 -right-1 absolute grid h-4 min-w-4 place-items-center rounded-full bg-btn px-1 text-[10px] text-white">
          {count}
        </b>
      )}
    </IconButton>
  );
}

function Layout(): ReactNode {
  const { t } = useTranslation();
  const [navOpen, setNavOpen] = useState(false);
  const selection = useSelection();
  const main = useRef<HTMLElement>(null);
  const zone = usePreferences((state) => state.timeZone);
  usePageMemory(main);
  useEffect(followFaults, []);
  useEffect(() => {
    const following = import('../lib/events.ts').then(({ followEvents }) => followEvents());
    return () => void following.then((stop) => stop());
  }, []);
  if (selection.needsSetup) return <Navigate to="/mpc/setup" replace />;
  return (
    <div className="grid h-full grid-cols-[208px_1fr] max-md:grid-cols-1">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-panel focus:p-2">
        {t('nav.skip')}
      </a>
      <aside
        className={cn(
          'flex min-h-0 flex-col border-line border-r bg-bg max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:z-30 max-md:w-64 max-md:shadow-2xl',
          !navOpen && 'max-md:hidden',
        )}
      >
        <div className="flex h-12 items-center justify-between px-4">
          <Logo />
          <IconButton label={t('common.close')} className="md:hidden" onClick={() => setNavOpen(false)}>
            <X aria-hidden />
          </IconButton>
        </div>
        <Nav onGo={() => setNavOpen(false)} />
      </aside>
      <div className="grid min-h-0 min-w-0 grid-rows-[48px_auto_1fr]">
        <Header menu={<MenuButton onOpen={() => setNavOpen(true)} />} />
        <div>
          <Suspense>
            <Notices />
          </Suspense>
        </div>
        {/* What is hidden for the eye is placed in here: placed in the document, it would make that scroll. */}
        <main id="main" ref={main} data-scrolls className="relative min-h-0 min-w-0 overflow-auto">
          {/* Times stand everywhere: another zone is another page. */}
          <Suspense key={zone} fallback={<PageSkeleton />}>
            {selection.error ? <ErrorState error={selection.error} onRetry={selection.retry} /> : <Outlet />}
          </Suspense>
        </main>
      </div>
    </div>
  );
}

/** Everything around a page. */
export function Shell(): ReactNode {
  const token = useSession((state) => state.token);
  if (token === '') return null;
  return (
    <DrawerLayer>
      <Layout />
    </DrawerLayer>
  );
}
