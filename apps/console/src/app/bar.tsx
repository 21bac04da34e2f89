import { Menu } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/query.ts';
import { menuAt } from './areas.ts';
import { Item } from './nav.tsx';

/** What a thumb reaches on a phone: the screens of every day, what is done most, and the menu. */
export function Bar({ onMenu }: { readonly onMenu: () => void }): ReactNode {
  const { t } = useTranslation();
  const isKnown = useApi('user', 'permissions', {}, { quiet: true }).data !== undefined;
  return (
    <nav
      aria-label={t('nav.bar')}
      className="grid h-14 auto-cols-fr grid-flow-col border-line border-t bg-panel md:hidden"
    >
      {menuAt('bar').map((entry) => (
        <Fragment key={entry.key}>
          {/* Most people may do what hangs on a permission: until that is known its room is kept. */}
          {!isKnown && entry.shown && <span />}
          <Item entry={entry} look="bar-item" />
        </Fragment>
      ))}
      <button type="button" className="bar-item" onClick={onMenu}>
        <Menu size={15} strokeWidth={1.75} aria-hidden />
        {t('nav.menu')}
      </button>
    </nav>
  );
}
