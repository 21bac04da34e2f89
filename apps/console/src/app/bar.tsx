import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { menuAt } from './areas.ts';
import { Item } from './nav.tsx';

/** What a thumb reaches on a phone: the screens of every day, what is done most, and the menu. */
export function Bar({ onMenu }: { readonly onMenu: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('nav.bar')}
      className="grid h-14 auto-cols-fr grid-flow-col border-line border-t bg-panel md:hidden"
    >
      {menuAt('bar').map((entry) => (
        <Item key={entry.key} entry={entry} look="bar-item" />
      ))}
      <button type="button" className="bar-item" onClick={onMenu}>
        <Menu size={15} strokeWidth={1.75} aria-hidden />
        {t('nav.menu')}
      </button>
    </nav>
  );
}
