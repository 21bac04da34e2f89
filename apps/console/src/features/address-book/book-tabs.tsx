import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const tabs = [
  { to: '/mpc/center/addressBook', text: 'whiteAddress:tab.workspace' },
  { to: '/mpc/wallet/center/addressBook', text: 'whiteAddress:tab.wallet' },
  { to: '/mpc/wallet/personalBook', text: 'whiteAddress:tab.own' },
] as const;

/** The team's payees, those a sub-wallet can pay, and one's own. */
export function BookTabs(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <nav aria-label={t('whiteAddress:tabs')} className="flex gap-4 overflow-x-auto border-line border-b">
      {tabs.map(({ to, text }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="whitespace-nowrap border-transparent border-b-2 pb-2 text-mut pointer-coarse:py-2.5 hover:text-fg aria-[current=page]:border-acc aria-[current=page]:font-medium aria-[current=page]:text-fg"
        >
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
