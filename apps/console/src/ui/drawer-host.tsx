import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { type DrawerEntry, useDrawers } from './drawers.tsx';
import { Skeleton } from './feedback.tsx';

const widths = { 460: 'md:max-w-[460px]', 900: 'md:max-w-[900px]', 1180: 'md:max-w-[1180px]' } as const;

/** Shows the top page of the stack. Opens with the first, closes with the last; Escape and Back take one off. */
export default function DrawerHost({ registry }: { registry: Readonly<Record<string, DrawerEntry>> }): ReactNode {
  const drawers = useDrawers();
  const { t } = useTranslation();
  const top = drawers.stack.at(-1);
  const entry = top ? registry[top.name] : undefined;
  if (!top || !entry) return null;
  const Body = entry.component;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && drawers.pop()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          className={cn(
            'drawer-enter fixed inset-y-0 right-0 z-40 grid w-full grid-rows-[48px_1fr] border-line border-l bg-panel shadow-2xl outline-none',
            widths[entry.width],
          )}
        >
          <div className="flex items-center gap-2 border-line border-b px-4">
            {drawers.stack.length > 1 && (
              <IconButton label={t('common.back')} onClick={drawers.pop}>
                <ArrowLeft aria-hidden />
              </IconButton>
            )}
            <Dialog.Title className="flex-1 truncate font-semibold">{entry.title}</Dialog.Title>
            <IconButton label={t('common.close')} onClick={drawers.close}>
              <X aria-hidden />
            </IconButton>
          </div>
          <Suspense fallback={<DrawerSkeleton />}>
            <Body key={`${drawers.stack.length}:${top.name}`} args={top.args} />
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DrawerSkeleton(): ReactNode {
  return (
    <div className="grid content-start gap-4 p-5">
      {['w-1/3', 'w-full', 'w-2/3', 'w-5/6'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
