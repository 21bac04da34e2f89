import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../lib/i18n.ts';
import { lazyScreen } from '../lib/lazy.ts';
import DrawerHost from '../ui/drawer-host.tsx';
import type { DrawerEntry, DrawerProps } from '../ui/drawers.tsx';
import type { DrawerName } from './drawer-names.ts';

interface Registration {
  readonly width: DrawerEntry['width'];
  readonly title: TextKey;
  readonly component: ComponentType<DrawerProps>;
}

/** What is in each drawer. One whose area has texts of its own names their namespaces. */
const registered: Readonly<Record<DrawerName, Registration>> = {
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
    component: lazyScreen(() => import('../features/transactions/transaction.drawer.tsx'), ['tools']),
  },
  approve: {
    width: 460,
    title: 'todo.approveTitle',
    component: lazyScreen(() => import('../features/todo/approve.drawer.tsx'), ['tools']),
  },
  program: {
    width: 460,
    title: 'api.program',
    component: lazyScreen(() => import('../features/programs/program.drawer.tsx'), ['apiPage', 'tools']),
  },
  bookAdd: {
    width: 460,
    title: 'book.add',
    component: lazyScreen(() => import('../features/address-book/add.drawer.tsx'), ['whiteAddress']),
  },
  bookImport: {
    width: 900,
    title: 'book.import',
    component: lazyScreen(() => import('../features/address-book/import.drawer.tsx'), ['whiteAddress']),
  },
  bookEntry: {
    width: 460,
    title: 'book.entry',
    component: lazyScreen(() => import('../features/address-book/entry.drawer.tsx'), ['whiteAddress']),
  },
  bookEdit: {
    width: 460,
    title: 'book.edit',
    component: lazyScreen(() => import('../features/address-book/edit.drawer.tsx'), ['whiteAddress']),
  },
  bookMode: {
    width: 460,
    title: 'book.mode',
    component: lazyScreen(() => import('../features/address-book/mode.drawer.tsx'), ['whiteAddress']),
  },
  bookChange: {
    width: 460,
    title: 'book.change',
    component: lazyScreen(() => import('../features/address-book/change.drawer.tsx'), ['whiteAddress', 'tools']),
  },
  ownEntry: {
    width: 460,
    title: 'book.entry',
    component: lazyScreen(() => import('../features/address-book/own-entry.drawer.tsx'), ['whiteAddress']),
  },
  ownWrite: {
    width: 460,
    title: 'book.entry',
    component: lazyScreen(() => import('../features/address-book/own-write.drawer.tsx'), ['whiteAddress']),
  },
  ownImport: {
    width: 900,
    title: 'book.import',
    component: lazyScreen(() => import('../features/address-book/own-import.drawer.tsx'), ['whiteAddress']),
  },
  createWallet: {
    width: 460,
    title: 'wallet.create',
    component: lazyScreen(() => import('../features/wallet/create-wallet.drawer.tsx')),
  },
  freeze: {
    width: 460,
    title: 'drawer.freeze',
    component: lazyScreen(() => import('../features/signing/freeze.drawer.tsx'), ['tools']),
  },
  keyRequest: {
    width: 460,
    title: 'nav.keys',
    component: lazyScreen(() => import('../features/key-material/request.drawer.tsx'), ['privateKeyRecovery']),
  },
  keyMaterial: {
    width: 460,
    title: 'nav.keys',
    component: lazyScreen(() => import('../features/key-material/detail.drawer.tsx'), ['privateKeyRecovery']),
  },
  invite: {
    width: 460,
    title: 'drawer.invite',
    component: lazyScreen(() => import('../features/team/invite.drawer.tsx'), ['teamMember']),
  },
  invitation: {
    width: 460,
    title: 'drawer.invitation',
    component: lazyScreen(() => import('../features/team/invitation.drawer.tsx'), ['teamMember', 'tools']),
  },
  member: {
    width: 460,
    title: 'drawer.member',
    component: lazyScreen(() => import('../features/team/member.drawer.tsx'), ['teamMember']),
  },
  rule: {
    width: 460,
    title: 'nav.rules',
    component: lazyScreen(() => import('../features/strategy/rule.drawer.tsx'), ['strategyEngine']),
  },
  rulesImport: {
    width: 900,
    title: 'nav.rules',
    component: lazyScreen(() => import('../features/strategy/import.drawer.tsx'), ['strategyEngine']),
  },
  preferences: {
    width: 460,
    title: 'preferences.title',
    component: lazyScreen(() => import('./preferences.drawer.tsx')),
  },
  sandbox: {
    width: 460,
    title: 'sandbox.title',
    component: lazyScreen(() => import('../features/sandbox/sandbox.drawer.tsx'), ['tools']),
  },
};

/** The open drawers, each with its title in the interface's language. */
export default function DrawerPages(): ReactNode {
  const { t } = useTranslation();
  const registry = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(registered).map(([name, entry]) => [name, { ...entry, title: t(entry.title) }]),
      ),
    [t],
  );
  return <DrawerHost registry={registry} />;
}
