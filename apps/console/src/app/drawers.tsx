import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../lib/i18n.ts';
import { type DrawerPage, parseStack, stackText } from '../ui/drawer-stack.ts';
import { type DrawerEntry, DrawerHost, type DrawerProps, type Drawers, DrawersProvider } from '../ui/drawers.tsx';
import { lazyScreen } from './lazy.tsx';

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
  sandbox: {
    width: 460,
    title: 'sandbox.title',
    component: lazyScreen(() => import('../features/sandbox/sandbox.drawer.tsx')),
  },
};

const known = (name: string): boolean => Object.hasOwn(registered, name);

function pageOf(name: string, args: readonly string[]): DrawerPage {
  return { key: name, name, args };
}

/** The stack of drawers as the address has it. */
function useDrawerStack(): Drawers {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = typeof search.d === 'string' ? search.d : undefined;
  return useMemo(() => {
    const stack = parseStack(text, known);
    const go = (pages: readonly DrawerPage[], replace: boolean): void => {
      void navigate({ to: '.', search: (old: object) => ({ ...old, d: stackText(pages) }), replace } as never);
    };
    return {
      stack,
      push: (name, ...args) => go([...stack, pageOf(name, args)], false),
      replace: (name, ...args) => go([...stack.slice(0, -1), pageOf(name, args)], true),
      pop: () => go(stack.slice(0, -1), true),
      close: () => go([], true),
    };
  }, [text, navigate]);
}

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
      <DrawerHost registry={registry} />
    </DrawersProvider>
  );
}
