import { Languages, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, setLanguage } from '../lib/i18n.ts';
import { useSession } from '../lib/session.ts';
import { Menu } from '../ui/menu.tsx';
import { menuAt } from './areas.ts';
import { logOut } from './log-out.ts';
import { useEntries } from './menu-entry.tsx';

/** What belongs to the person who is logged in. */
export default function UserMenu({
  trigger,
  triggerClassName,
}: {
  trigger: ReactNode;
  triggerClassName: string;
}): ReactNode {
  const { t } = useTranslation();
  const entries = useEntries(menuAt('person'));
  const name = useSession((state) => state.userName);
  return (
    <Menu
      initiallyOpen
      label={t('user.menu')}
      trigger={trigger}
      triggerClassName={triggerClassName}
      heading={name}
      items={[
        ...entries.map(({ key, text, Icon, run }) => ({ key, text, icon: <Icon aria-hidden />, run })),
        {
          key: 'language',
          text: t('user.otherLanguage'),
          icon: <Languages aria-hidden />,
          run: () => void setLanguage(currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN'),
        },
        { key: 'logout', text: t('user.logout'), icon: <LogOut aria-hidden />, run: () => void logOut() },
      ]}
    />
  );
}
