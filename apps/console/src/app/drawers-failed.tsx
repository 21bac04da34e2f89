import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/button.tsx';
import { useDrawers } from '../ui/drawers.tsx';
import Failure from './failure.tsx';

/** Stands where the drawers would, when not even their frame can be had: the screen below stays, with what is written there, and can be worked with. */
export default function DrawersFailed({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useTranslation();
  const { close } = useDrawers();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className="drawer-enter fixed inset-y-0 right-0 z-40 grid w-full grid-rows-[48px_1fr] border-line border-l bg-panel shadow-2xl outline-none md:max-w-[460px]"
    >
      <IconButton label={t('common.close')} className="m-2 ml-auto" onClick={close}>
        <X aria-hidden />
      </IconButton>
      <div className="min-h-0 overflow-auto">
        <Failure error={error} inside="drawer" />
      </div>
    </aside>
  );
}
