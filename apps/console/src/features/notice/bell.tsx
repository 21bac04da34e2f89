import { Bell as BellIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { IconButton } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';

/** More than this is said as this and a plus. */
const most = 99;

function Button(): ReactNode {
  const { t } = useTranslation();
  const { push } = useDrawers();
  const unread = useApi('notice', 'list', { page_no: 1, page_size: 1 }, { quiet: true }).data?.unread ?? 0;
  return (
    <IconButton label={t('notice.bell', { count: unread })} onClick={() => push('notices')}>
      <BellIcon aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 min-w-4 rounded-full bg-bad px-1 text-center font-semibold text-[10px] text-panel leading-4"
        >
          {unread > most ? `${most}+` : unread}
        </span>
      )}
    </IconButton>
  );
}

/** Hangs in the header's place for it: how much one was told and has not read. */
export default function Bell(): ReactNode {
  const place = document.getElementById('bell');
  return place && createPortal(<Button />, place);
}
