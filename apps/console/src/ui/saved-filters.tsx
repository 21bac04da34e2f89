import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { filterNameMax, type SavedFilter, useSavedFilters } from '../lib/views.ts';
import { Button, IconButton } from './button.tsx';
import { TextInput } from './form.tsx';
import { Popover } from './popover.tsx';

interface SavedFiltersProps {
  /** Of which list. */
  readonly page: string;
  /** What is filtered by now, as the address has it; empty when nothing is. */
  readonly search: SavedFilter['search'];
  readonly onApply: (search: SavedFilter['search']) => void;
}

/** Filters that somebody named: kept for them in this browser, applied with one click. */
export function SavedFilters({ page, search, onApply }: SavedFiltersProps): ReactNode {
  const { t } = useTranslation();
  const { filters, save, remove } = useSavedFilters(page);
  const some = Object.keys(search).length > 0;
  return (
    <Popover icon={<Bookmark aria-hidden />} text={t('filters.saved')}>
      {(close) => (
        <div className="grid w-60 gap-1">
          {filters.map((filter) => (
            <span key={filter.name} className="flex items-center rounded-md hover:bg-hov">
              <button
                type="button"
                className="min-w-0 flex-1 truncate px-2 py-1.5 text-left"
                onClick={() => {
                  onApply(filter.search);
                  close();
                }}
              >
                <bdi>{filter.name}</bdi>
              </button>
              <IconButton label={t('filters.remove', { name: filter.name })} onClick={() => remove(filter.name)}>
                <Trash2 aria-hidden />
              </IconButton>
            </span>
          ))}
          {some && <SaveForm onSave={(name) => save({ name, search })} />}
          {!some && filters.length === 0 && <p className="px-2 py-1 text-mut">{t('filters.none')}</p>}
        </div>
      )}
    </Popover>
  );
}

function SaveForm({ onSave }: { onSave: (name: string) => void }): ReactNode {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const name = input.current?.value.trim();
    if (!name || !input.current) return;
    onSave(name);
    input.current.value = '';
  };
  return (
    <form onSubmit={submit} className="flex gap-1.5 px-1 py-1">
      <TextInput ref={input} maxLength={filterNameMax} aria-label={t('filters.name')} placeholder={t('filters.name')} />
      <Button type="submit">{t('filters.save')}</Button>
    </form>
  );
}
