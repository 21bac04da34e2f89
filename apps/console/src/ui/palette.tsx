import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from './cn.ts';

export interface Command {
  readonly id: string;
  readonly text: string;
  readonly group: string;
  readonly icon?: ReactNode;
  readonly run: () => void;
}

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Commands for what was typed; the caller adds addresses and hashes. */
  readonly commands: (query: string) => readonly Command[];
}

/** Ctrl/Cmd+K: go anywhere, do anything, by typing. A combobox over a list (WAI-ARIA APG). */
export default function CommandPalette({ open, onOpenChange, commands }: PaletteProps): ReactNode {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="fade-in fixed top-[14vh] left-1/2 z-[60] w-[560px] max-w-[calc(100vw-24px)] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-raise shadow-2xl outline-none">
          <PaletteBody commands={commands} onDone={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ commands, onDone }: { commands: PaletteProps['commands']; onDone: () => void }): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const wanted = query.trim().toLowerCase();
  const found = commands(query.trim()).filter(
    (command) => command.group === 'find' || command.text.toLowerCase().includes(wanted),
  );
  const at = Math.min(active, Math.max(found.length - 1, 0));
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onDone();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((at + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === 'Enter') run(found[at]);
  };
  return (
    <>
      <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search size={15} className="text-mut" aria-hidden />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] ? `${id}-${found[at].id}` : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="h-11 flex-1 bg-transparent text-lg outline-none placeholder:text-mut"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.title')}
        className="max-h-[50vh] overflow-auto p-1.5"
      >
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => run(command)}
            onKeyDown={onKeyDown}
            onPointerMove={() => setActive(index)}
            className={cn(
              'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 [&_svg]:size-4 [&_svg]:text-mut',
              index === at && 'bg-hov',
            )}
          >
            {command.icon}
            <span className="truncate">{command.text}</span>
          </div>
        ))}
        {found.length === 0 && <p className="px-3 py-6 text-center text-mut">{t('palette.nothing')}</p>}
      </div>
    </>
  );
}
