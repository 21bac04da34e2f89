import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { FlaskConical, Menu as MenuIcon, Snowflake, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstTexts, lazyScreen } from '../lib/lazy.ts';
import { usePermission } from '../lib/permission.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useApi } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { IconButton } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { useDrawers } from '../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../ui/feedback.tsx';
import { Page } from '../ui/layout.tsx';
import { DrawerLayer } from './drawers.tsx';
import { Header } from './header.tsx';
import { Logo } from './logo.tsx';
import { navigation } from './nav.ts';
import { rememberedSearch, usePageMemory } from './page-memory.ts';
import { useSelection } from './selection.ts';

function Nav({ onGo }: { onGo?: () => void }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const todo = useApi('todo', 'list', { page_no: 1, page_size: 1 }, { quiet: true });
  const sandbox = useApi('sandbox', 'status', {}, { quiet: true });
  const mayFreeze = usePermission('signing.freeze');
  /** What waits for whoever looks; the inbox has the rest. */
  const open = todo.data?.my_count ?? 0;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const item = 'flex h-[30px] items-center gap-2.5 rounded-md px-2 text-mut hover:bg-hov';
  return (
    <nav aria-label={t('nav.label')} className="flex flex-1 flex-col gap-px overflow-auto px-2 py-1">
      {navigation.map(({ key, to, text, Icon }) => (
        <Link
          key={key}
          to={to}
          search={(() => (path === to ? {} : rememberedSearch(to))) as never}
          {...(onGo ? { onClick: onGo } : {})}
          // Logs and editors lie below their area; only the overview has other areas below it.
          activeOptions={{ exact: key === 'wallet', includeSearch: false }}
          className={item}
          activeProps={{ className: 'bg-accs !text-acc font-medium' }}
        >
          <Icon size={15} strokeWidth={1.75} aria-hidden />
          {t(text)}
          {key === 'todo' && open > 0 && <b className="ml-auto font-medium text-xs">{open}</b>}
        </Link>
      ))}
      <span className="flex-1" />
      {mayFreeze && (
        <button type="button" className={item} onClick={() => drawers.push('freeze')}>
          <Snowflake size={15} strokeWidth={1.75} aria-hidden />
          {t('nav.freeze')}
        </button>
      )}
      {sandbox.data?.enabled && (
        <button type="button" className={item} onClick={() => drawers.push('sandbox')}>
          <FlaskConical size={15} strokeWidth={1.75} aria-hidden />
          {t('nav.sandbox')}
        </button>
      )}
    </nav>
  );
}

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

function Layout(): ReactNode {
  const { t } = useTranslation();
  const [navOpen, setNavOpen] = useState(false);
  const selection = useSelection();
  const main = useRef<HTMLElement>(null);
  const zone = usePreferences((state) => state.timeZone);
  usePageMemory(main);
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
        <Header
          menu={
            <IconButton label={t('nav.open')} className="md:hidden" onClick={() => setNavOpen(true)}>
              <MenuIcon aria-hidden />
            </IconButton>
          }
        />
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
