import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../lib/i18n.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { type DrawerPage, parseStack, stackText } from '../ui/drawer-stack.ts';
import { type DrawerEntry, type DrawerProps, type Drawers, DrawersProvider } from '../ui/drawers.tsx';

interface Registration {
  readonly width: DrawerEntry['width'];
  readonly title: TextKey;
  readonly component: ComponentType<DrawerProps>;
}

/** Every drawer of the console, by the name it has in addresses. */
const registered: Readonly<Record<string, Registration>> = {
  deposit: {
    width: 460,
    title: 'deposit.title',
    component: lazyScreen(() => import('../features/deposit/deposit.drawer.tsx')),
  },
  withdraw: {
    width: 460,
    title: 'withdraw.title',
    component: lazyScreen(() => import('../features/withdraw/withdraw.drawer.tsx')),
  },
  transaction: {
    width: 460,
    title: 'tx.detail',
    component: lazyScreen(() => import('../features/transactions/transaction.drawer.tsx')),
  },
  approve: {
    width: 460,
    title: 'todo.approveTitle',
    component: lazyScreen(() => import('../features/todo/approve.drawer.tsx')),
  },
  createWallet: {
    width: 460,
    title: 'wallet.create',
    component: lazyScreen(() => import('../features/wallet/create-wallet.drawer.tsx')),
  },
  invite: {
    width: 460,
    title: 'drawer.invite',
    component: lazyScreen(() => import('../features/team/invite.drawer.tsx'), ['teamMember']),
  },
  invitation: {
    width: 460,
    title: 'drawer.invitation',
    component: lazyScreen(() => import('../features/team/invitation.drawer.tsx'), ['teamMember']),
  },
  member: {
    width: 460,
    title: 'drawer.member',
    component: lazyScreen(() => import('../features/team/member.drawer.tsx'), ['teamMember']),
  },
  preferences: {
    width: 460,
    title: 'preferences.title',
    component: lazyScreen(() => import('./preferences.drawer.tsx')),
  },
  sandbox: {
    width: 460,
    title: 'sandbox.title',
    component: lazyScreen(() => import('../features/sandbox/sandbox.drawer.tsx')),
  },
};

export const drawerNames: readonly string[] = Object.keys(registered);

const known = (name: string): boolean => Object.hasOwn(registered, name);

function pageOf(name: string, args: readonly string[]): DrawerPage {
  return { key: name, name, args };
}

/** Our mark on a history entry: how many drawers were opened in a row to get here, so that closing them goes back instead of piling up. */
declare module '@tanstack/history' {
  interface HistoryState {
    drawers?: number;
  }
}

/** The stack of drawers as the address has it. */
function useDrawerStack(): Drawers {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const text = typeof search.d === 'string' ? search.d : undefined;
  return useMemo(() => {
    const stack = parseStack(text, known);
    const opened = (): number => router.state.location.state.drawers ?? 0;
    const go = (pages: readonly DrawerPage[], replace: boolean, drawers: number): void =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, d: stackText(pages) }),
        state: { drawers },
        resetScroll: false,
        replace,
      } as never);
    const takeOff = (count: number): void => {
      if (opened() >= count) router.history.go(-count);
      else go(stack.slice(0, stack.length - count), true, 0);
    };
    return {
      stack,
      push: (name, ...args) => go([...stack, pageOf(name, args)], false, opened() + 1),
      replace: (name, ...args) => go([...stack.slice(0, -1), pageOf(name, args)], true, opened()),
      pop: () => takeOff(1),
      close: () => takeOff(stack.length),
    };
  }, [text, navigate, router]);
}

const DrawerHost = lazyScreen(() => import('../ui/drawer-host.tsx'));

/** Gives pages below it `useDrawers()` and shows the open ones. */
export function DrawerLayer({ children }: { children: ReactNode }): ReactNode {
  const drawers = useDrawerStack();
  const { t } = useTranslation();
  const registry = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(registered).map(([name, entry]) => [name, { ...entry, title: t(entry.title) }]),
      ),
    [t],
  );
  return (
    <DrawersProvider value={drawers}>
      {children}
      {drawers.stack.length > 0 && (
        <Suspense>
          <DrawerHost registry={registry} />
        </Suspense>
      )}
    </DrawersProvider>
  );
}
