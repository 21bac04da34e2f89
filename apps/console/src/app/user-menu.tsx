import { useNavigate } from '@tanstack/react-router';
import { History, Languages, LogOut, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, effects } from '../lib/api.ts';
import { currentLanguage, setLanguage } from '../lib/i18n.ts';
import { usePermission } from '../lib/permission.ts';
import { useSession } from '../lib/session.ts';
import { useDrawers } from '../ui/drawers.tsx';
import { Menu } from '../ui/menu.tsx';

async function logOut(): Promise<void> {
  await api.session.logout({}).catch(() => undefined);
  effects.logout();
}

/** What belongs to the person who is logged in. */
export default function UserMenu({
  trigger,
  triggerClassName,
}: {
  trigger: string;
  triggerClassName: string;
}): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const navigate = useNavigate();
  const name = useSession((state) => state.userName);
  const mayAudit = usePermission('audit.read');
  return (
    <Menu
      initiallyOpen
      label={t('user.menu')}
      trigger={trigger}
      triggerClassName={triggerClassName}
      heading={name}
      items={[
        {
          key: 'preferences',
          text: t('preferences.title'),
          icon: <SlidersHorizontal aria-hidden />,
          run: () => drawers.push('preferences'),
        },
        {
          key: 'loginHistory',
          text: t(mayAudit ? 'user.logs' : 'user.loginHistory'),
          icon: <History aria-hidden />,
          run: () => void navigate({ to: '/mpc/center/loginHistory' }),
        },
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
