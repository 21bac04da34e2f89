import { Moon, Search, Sun } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarLetters, avatarStyle } from '../lib/avatar.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { shownTheme, usePreferences } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { isTyping } from '../ui/keys.ts';
import { Kbd } from '../ui/layout.tsx';
import { NativeSelect } from '../ui/native-select.tsx';
import { useSelectedWallet, useSubWallets } from './selection.ts';

function SubWalletSwitch(): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, selectSubWallet } = useSession();
  const wallet = useSelectedWallet();
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

const UserMenu = lazyScreen(() => import('./user-menu.tsx'));

/** The account's button; its menu is loaded when it is pressed. */
function UserButton(): ReactNode {
  const { t } = useTranslation();
  const name = useSession((state) => state.userName);
  const [wanted, setWanted] = useState(false);
  const trigger = <span data-letters={avatarLetters(name) || '·'} />;
  const style = `${avatarStyle(name)} size-7 text-[11px]`;
  const button = (
    <button
      type="button"
      aria-label={t('user.menu')}
      aria-haspopup="menu"
      aria-expanded={false}
      className={style}
      onClick={() => setWanted(true)}
    >
      {trigger}
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu trigger={trigger} triggerClassName={style} />
    </Suspense>
  );
}

const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
const Palette = lazyScreen(() => import('./commands.tsx'));
const ShortcutHelp = lazyScreen(() => import('../ui/shortcut-help.tsx'));

export function Header(): ReactNode {
  const { t } = useTranslation();
  const [over, setOver] = useState<'palette' | 'help' | null>(null);
  const [query, setQuery] = useState('');
  /** What had the focus when the palette was asked for: keys still go there while it loads, and are meant for its box. */
  const from = useRef<EventTarget>(null);
  const { theme, toggleTheme } = usePreferences();
  const open = (next: typeof over): void => {
    from.current = document.activeElement;
    setQuery('');
    setOver(next);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key } = event;
      if (event.metaKey || event.ctrlKey) {
        if (key.toLowerCase() !== 'k') return;
        open(over === 'palette' ? null : 'palette');
      } else if (over === 'palette' && event.target === from.current && !key[1]) {
        setQuery(query + key);
      } else {
        if (key === '?' && !isTyping(event)) setOver('help');
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    };
    // Before everybody else: a letter that is meant for the palette is no shortcut of the screen.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  });
  return (
    <header className="flex items-center gap-2 border-line border-b bg-panel px-5 max-md:px-3">
      <SubWalletSwitch />
      <span className="flex-1" />
      <Button className="w-56 justify-between font-normal text-mut max-md:w-auto" onClick={() => open('palette')}>
        <span className="flex items-center gap-2">
          <Search aria-hidden />
          <span className="max-md:sr-only">{t('palette.open')}</span>
        </span>
        <span className="max-md:hidden">
          <Kbd>{paletteKeys}</Kbd>
        </span>
      </Button>
      {/* As large as the bell that hangs itself there. */}
      <span id="bell" className="relative size-8" />
      <IconButton label={t('user.theme')} onClick={toggleTheme}>
        {shownTheme(theme) === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </IconButton>
      <UserButton />
      <Suspense>
        {over === 'palette' && (
          <Palette query={query} onQuery={setQuery} onClose={() => setOver(null)} onHelp={() => setOver('help')} />
        )}
        {over === 'help' && <ShortcutHelp paletteKeys={paletteKeys} onClose={() => setOver(null)} />}
      </Suspense>
    </header>
  );
}
