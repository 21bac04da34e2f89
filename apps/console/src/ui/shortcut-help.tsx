import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { Kbd } from './layout.tsx';
import { activeShortcuts } from './shortcuts.ts';

interface Line {
  readonly keys: readonly string[];
  readonly text: string;
}

/** What each key is called on its cap. */
const caps: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };
const cap = (key: string): string => caps[key] ?? (key.length === 1 ? key.toUpperCase() : key);

function Lines({ title, lines }: { title: string; lines: readonly Line[] }): ReactNode {
  return (
    <section className="grid gap-1">
      <h3 className="text-mut text-xs">{title}</h3>
      <dl className="grid">
        {lines.map(({ keys, text }) => (
          <div key={text} className="flex items-center justify-between gap-4 border-line2 border-b py-1.5">
            <dt className="min-w-0">{text}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{cap(key)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keys of the screen below, and those that work everywhere. @param paletteKeys how this device writes Ctrl or Cmd and K */
export default function ShortcutHelp({
  paletteKeys,
  onClose,
}: {
  paletteKeys: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  const [here] = useState(activeShortcuts);
  const everywhere: Line[] = [
    { keys: paletteKeys.split(' '), text: t('palette.title') },
    { keys: ['?'], text: t('shortcuts.title') },
    { keys: ['Escape'], text: t('shortcuts.close') },
  ];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className="fade-in fixed top-1/2 left-1/2 z-[60] grid max-h-[calc(100vh-32px)] w-[440px] max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-auto rounded-lg border border-line bg-raise p-5 shadow-2xl outline-none"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="font-semibold text-lg">{t('shortcuts.title')}</Dialog.Title>
            <IconButton label={t('common.close')} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </div>
          {here.length > 0 && (
            <Lines title={t('shortcuts.here')} lines={here.map(({ key, text }) => ({ keys: [key], text }))} />
          )}
          <Lines title={t('shortcuts.everywhere')} lines={everywhere} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
