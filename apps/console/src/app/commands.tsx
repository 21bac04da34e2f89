import { useNavigate } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpRight,
  History,
  ListTodo,
  Moon,
  Plus,
  Search,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../lib/preferences.ts';
import { useDrawers } from '../ui/drawers.tsx';
import CommandPalette, { type Command } from '../ui/palette.tsx';

/** What the palette offers: screens, actions, and for a hash or an address the transactions that hold it. */
function useCommands(): (query: string) => Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const drawers = useDrawers();
  const toggleTheme = usePreferences((state) => state.toggleTheme);
  return (query) => {
    const find = /^(0x)?[0-9a-zA-Z]{8,}$/.test(query)
      ? [
          {
            id: 'find',
            group: 'find',
            text: t('palette.find', { text: query }),
            icon: <Search aria-hidden />,
            run: () => void navigate({ to: '/mpc/center/transactions', search: { q: query } } as never),
          },
        ]
      : [];
    return [
      ...find,
      {
        id: 'wallet',
        group: 'go',
        text: t('nav.wallet'),
        icon: <Wallet aria-hidden />,
        run: () => void navigate({ to: '/mpc/wallet' }),
      },
      {
        id: 'tx',
        group: 'go',
        text: t('nav.transactions'),
        icon: <ArrowLeftRight aria-hidden />,
        run: () => void navigate({ to: '/mpc/center/transactions' }),
      },
      {
        id: 'todo',
        group: 'go',
        text: t('nav.todo'),
        icon: <ListTodo aria-hidden />,
        run: () => void navigate({ to: '/mpc/center/todo' }),
      },
      {
        id: 'loginHistory',
        group: 'go',
        text: t('user.loginHistory'),
        icon: <History aria-hidden />,
        run: () => void navigate({ to: '/mpc/center/loginHistory' }),
      },
      {
        id: 'deposit',
        group: 'do',
        text: t('deposit.title'),
        icon: <ArrowDownToLine aria-hidden />,
        run: () => drawers.push('deposit'),
      },
      {
        id: 'withdraw',
        group: 'do',
        text: t('withdraw.title'),
        icon: <ArrowUpRight aria-hidden />,
        run: () => drawers.push('withdraw'),
      },
      {
        id: 'create',
        group: 'do',
        text: t('wallet.create'),
        icon: <Plus aria-hidden />,
        run: () => drawers.push('createWallet'),
      },
      { id: 'theme', group: 'do', text: t('user.theme'), icon: <Moon aria-hidden />, run: toggleTheme },
    ];
  };
}

/** The palette with the console's commands; loaded when it is first opened. */
export default function Palette({ onOpenChange }: { onOpenChange: (open: boolean) => void }): ReactNode {
  return <CommandPalette open onOpenChange={onOpenChange} commands={useCommands()} />;
}
