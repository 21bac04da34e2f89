import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export interface FilterChip {
  readonly key: string;
  readonly text: string;
  readonly onRemove: () => void;
}

/** On a phone: all but the search and the button that shows the rest. */
const folded = 'max-md:[&>:not(search,[data-fold])]:hidden';

/**
 * Controls on top, then what is being filtered by, each with one click to take it away. The state itself is in the address. On a phone the list comes first: there a
 * button shows the controls.
 */
export function FilterBar({
  children,
  chips,
  onClear,
  tools,
}: {
  children: ReactNode;
  chips: readonly FilterChip[];
  onClear: () => void;
  /** At the end of the bar: saved filters, columns. */
  tools?: ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-2 border-line border-b px-3 py-2.5">
      <div className={cn('flex flex-wrap items-center gap-2', !open && folded)}>
        {children}
        <Button data-fold className="md:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
          <ListFilter aria-hidden />
          {t('common.filter')}
        </Button>
        {tools && <span className="ml-auto flex items-center gap-2">{tools}</span>}
      </div>
      {chips.length > 0 && (
        <ul className="flex flex-wrap items-center gap-1.5">
          {chips.map((chip) => (
            <li key={chip.key}>
              <Button
                size="sm"
                variant="ghost"
                className="bg-accs text-acc"
                onClick={chip.onRemove}
                aria-label={t('common.removeFilter', { name: chip.text })}
              >
                <bdi className="max-w-52 truncate">{chip.text}</bdi>
                <X aria-hidden />
              </Button>
            </li>
          ))}
          <li>
            <Button size="sm" variant="ghost" onClick={onClear}>
              {t('common.clear')}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
