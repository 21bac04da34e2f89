import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './button.tsx';
import { useBack } from './use-back.ts';

interface FilterSheetProps {
  readonly children: ReactNode;
  /** Missing where nothing is filtered. */
  readonly onClear: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The controls of a list on a phone: from below, one under the other. The list behind follows each choice; the search stays above it. */
export default function FilterSheet({ children, onClear, onClose }: FilterSheetProps): ReactNode {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  useBack(true, onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className="sheet-enter fixed inset-x-0 bottom-0 z-40 grid max-h-[85dvh] grid-rows-[48px_minmax(0,1fr)_auto] rounded-t-xl border-line border-t bg-panel shadow-2xl outline-none"
        >
          <div className="flex items-center gap-2 border-line border-b px-4">
            <Dialog.Title className="flex-1 font-semibold">{t('common.filter')}</Dialog.Title>
            <IconButton label={t('common.close')} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </div>
          <div className="filter-sheet grid content-start gap-3 overflow-auto p-4">{children}</div>
          <div className="grid grid-flow-col gap-2 border-line border-t px-4 py-3">
            {onClear && (
              <Button size="lg" onClick={onClear}>
                {t('common.clear')}
              </Button>
            )}
            <Button size="lg" variant="primary" onClick={onClose}>
              {t('filters.show')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
