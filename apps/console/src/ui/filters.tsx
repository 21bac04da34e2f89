import { ListFilter, X } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../lib/lazy.ts';
import { Button } from './button.tsx';

const FilterSheet = lazyScreen(() => import('./filter-sheet.tsx'));

export interface FilterChip {
  readonly key: string;
  readonly text: string;
  readonly onRemove: () => void;
}

/** On a phone: all but the search and the button that opens the sheet with the rest. */
const folded = 'max-md:[&>:not(search,[data-fold])]:hidden';

/** Beside the search, which has a line with them; the controls begin the next one. */
const toolsFirst =
  '[&>*]:order-2 [&>search]:order-0 [&>[data-fold]]:order-1 [&>[data-tools]]:order-1 [&>[data-break]]:order-1';

/**
 * Controls on top, then what is being filtered by, each with one click to take it away. The state itself is in the address. On a phone the list comes first: there a
 * button opens a sheet with the controls.
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
      <div className={`flex flex-wrap items-center gap-2 ${folded} ${tools ? toolsFirst : ''}`}>
        {children}
        <Button data-fold className="md:hidden" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <ListFilter aria-hidden />
          {t('common.filter')}
          {chips.length > 0 && (
            <span className="rounded-full bg-accs px-1.5 font-medium text-acc text-xs">{chips.length}</span>
          )}
        </Button>
        {tools && (
          <>
            <span data-tools className="ml-auto flex items-center gap-2">
              {tools}
            </span>
            <span data-break className="h-0 basis-full max-md:hidden" />
          </>
        )}
      </div>
      {open && (
        <Suspense>
          <FilterSheet onClear={chips.length > 0 ? onClear : undefined} onClose={() => setOpen(false)}>
            {tools && <span className="flex flex-wrap items-center gap-2">{tools}</span>}
            {children}
          </FilterSheet>
        </Suspense>
      )}
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
