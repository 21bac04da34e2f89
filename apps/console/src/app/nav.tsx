import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '../lib/area.ts';
import { menuAt } from './areas.ts';
import { useEntry, useGo } from './menu-entry.tsx';
import { rememberedSearch } from './page-memory.ts';

interface ItemProps {
  readonly entry: MenuEntry;
  /** At the side unless said. */
  readonly look?: string;
  readonly onGo?: (() => void) | undefined;
}

/** One entry, with how much waits behind it. */
export function Item({ entry, look = 'nav-item', onGo }: ItemProps): ReactNode {
  const { text, shown, count } = useEntry(entry);
  const go = useGo();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { leads, also, Icon } = entry;
  if (!shown) return null;
  const content = (
    <>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      {text}
      {count > 0 && <b className="ml-auto font-medium text-xs">{count}</b>}
    </>
  );
  if ('drawer' in leads)
    return (
      <button type="button" className={look} onClick={() => go(entry)}>
        {content}
      </button>
    );
  return (
    <Link
      to={leads.to}
      search={() => (path === leads.to ? {} : rememberedSearch(leads.to))}
      {...(onGo ? { onClick: onGo } : {})}
      {...(also && path.startsWith(also) ? { 'aria-current': 'page' } : {})}
      // Logs and editors lie below their area; only the overview has other areas below it.
      activeOptions={{ exact: entry.exact === true, includeSearch: false }}
      className={look}
    >
      {content}
    </Link>
  );
}

/** The menu at the side, and at its foot what is done from anywhere. */
export function Nav({ onGo }: { onGo?: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.label')} className="flex flex-1 flex-col gap-px overflow-auto px-2 py-1">
      {menuAt('side').map((entry) => (
        <Item key={entry.key} entry={entry} onGo={onGo} />
      ))}
      <span className="flex-1" />
      {menuAt('foot').map((entry) => (
        <Item key={entry.key} entry={entry} />
      ))}
    </nav>
  );
}
