import { useNavigate } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpRight,
  Languages,
  ListTodo,
  LogOut,
  Moon,
  Plus,
  Search,
  Sun,
  Wallet,
} from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, effects } from '../lib/api.ts';
import { currentLanguage, setLanguage } from '../lib/i18n.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { shownTheme, usePreferences } from '../lib/preferences.ts';
import { useApi } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { useDrawers } from '../ui/drawers.tsx';
import { Kbd } from '../ui/layout.tsx';
import { Menu } from '../ui/menu.tsx';
import { NativeSelect } from '../ui/native-select.tsx';
import type { Command } from '../ui/palette.tsx';
import { useSubWallets } from './selection.ts';

function SubWalletSwitch(): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, selectSubWallet } = useSession();
  const user = useApi('user', 'info', {});
  const wallet = user.data?.wallets[0];
  const subWallets = useSubWallets(wallet?.wallet_id) ?? [];
  const items = subWallets.map((row) => ({
    value: String(row.sub_wallet_id),
    label: row.alias || row.sub_wallet_name,
  }));
  return (
    <div className="flex min-w-0 items-center gap-2">
      <bdi className="max-w-44 truncate font-medium max-md:hidden">{wallet?.wallet_name}</bdi>
      {wallet && <span className="text-mut max-md:hidden">/</span>}
      {items.length > 0 && (
        <NativeSelect
          label={t('wallet.switch')}
          value={String(subWalletId ?? '')}
          onValueChange={(value) => selectSubWallet(Number(value))}
          items={items}
        />
      )}
    </div>
  );
}

function UserMenu(): ReactNode {
  const { t } = useTranslation();
  const name = useSession((state) => state.userName);
  const logout = async (): Promise<void> => {
    await api.session.logout({}).catch(() => undefined);
    effects.logout();
  };
  return (
    <Menu
      label={t('user.menu')}
      trigger={name.trim().charAt(0) || '·'}
      triggerClassName="grid size-7 place-items-center rounded-full bg-accs font-semibold text-acc text-xs uppercase hover:brightness-95"
      heading={name}
      items={[
        {
          key: 'language',
          text: t('user.otherLanguage'),
          icon: <Languages aria-hidden />,
          run: () => void setLanguage(currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN'),
        },
        { key: 'logout', text: t('user.logout'), icon: <LogOut aria-hidden />, run: () => void logout() },
      ]}
    />
  );
}

const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
const CommandPalette = lazyScreen(() => import('../ui/palette.tsx'));

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

export function Header({ menu }: { menu: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const [palette, setPalette] = useState(false);
  const { theme, toggleTheme } = usePreferences();
  const commands = useCommands();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setPalette((open) => !open);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <header className="flex items-center gap-2 border-line border-b bg-panel px-5 max-md:px-3">
      {menu}
      <SubWalletSwitch />
      <span className="flex-1" />
      <Button className="w-56 justify-between font-normal text-mut max-md:w-auto" onClick={() => setPalette(true)}>
        <span className="flex items-center gap-2">
          <Search aria-hidden />
          <span className="max-md:sr-only">{t('palette.open')}</span>
        </span>
        <span className="max-md:hidden">
          <Kbd>{paletteKeys}</Kbd>
        </span>
      </Button>
      <IconButton label={t('user.theme')} onClick={toggleTheme}>
        {shownTheme(theme) === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </IconButton>
      <UserMenu />
      {palette && (
        <Suspense>
          <CommandPalette open onOpenChange={setPalette} commands={commands} />
        </Suspense>
      )}
    </header>
  );
}
