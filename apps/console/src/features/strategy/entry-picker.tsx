import { shortenHash } from '@holdfast/money';
import type { Naming } from '@holdfast/review/sentences';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Checkbox, TextInput } from '../../ui/form.tsx';
import { Honest } from '../../ui/honest.tsx';

const most = 20;
const pauseMs = 250;

interface EntryPickerProps {
  readonly naming: Pick<Naming, 'entries'>;
  readonly chosen: readonly string[];
  /** Another choice takes the place of the last. */
  readonly single?: boolean;
  readonly onChange: (chosen: string[]) => void;
}

/** Entries of the address book, found by label or address at the server: a book may hold thousands. What is chosen stays in sight. */
export function EntryPicker({ naming, chosen, single = false, onChange }: EntryPickerProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const search = useRef<HTMLInputElement>(null);
  const drop = (id: string): void => {
    onChange(chosen.filter((one) => one !== id));
    // The button that was pressed is gone.
    search.current?.focus();
  };
  const toggle = (id: string): void => {
    const others = single ? [] : chosen.filter((one) => one !== id);
    onChange(chosen.includes(id) ? others : [...others, id]);
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{t('strategyEngine:when.entries')}</legend>
      {chosen.length > 0 && (
        <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-auto" aria-label={t('strategyEngine:entries.chosen')}>
          {chosen.map((id) => (
            <li key={id} className="min-w-0">
              <Chosen id={id} naming={naming} onDrop={() => drop(id)} />
            </li>
          ))}
        </ul>
      )}
      <Found search={search} chosen={chosen} onToggle={toggle} />
    </fieldset>
  );
}

function Chosen({ id, naming, onDrop }: { id: string; naming: EntryPickerProps['naming']; onDrop: () => void }) {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const entry = naming.entries.get(id)?.entry;
  const name = entry?.label ?? shortenHash(id);
  return (
    <Button
      size="sm"
      variant="ghost"
      className="max-w-full bg-accs text-acc"
      title={entry?.address ?? id}
      aria-label={t('strategyEngine:entries.drop', { name })}
      onClick={onDrop}
    >
      <bdi className="max-w-52 truncate">{name}</bdi>
      <X aria-hidden />
    </Button>
  );
}

interface FoundProps {
  readonly search: React.RefObject<HTMLInputElement | null>;
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
}

function Found({ search, chosen, onToggle }: FoundProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), pauseMs);
  const asked = { page_no: 1, page_size: most, ...(keyword === '' ? {} : { keyword }) };
  const { data, error, refetch } = useApi('addressBook', 'list', asked, { quiet: true, keep: true });
  const left = (data?.total ?? 0) - (data?.list.length ?? 0);
  return (
    <div className="grid gap-2 rounded-lg border border-line p-2">
      <TextInput
        ref={search}
        type="search"
        value={text}
        maxLength={100}
        aria-label={t('strategyEngine:entries.search')}
        placeholder={t('strategyEngine:entries.search')}
        onChange={({ target }) => setText(target.value)}
        // Enter in a field sends the form it stands in.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-9 w-full" />}
      {data?.list.length === 0 && (
        <p className="px-1 py-2 text-mut">
          {t(keyword === '' ? 'strategyEngine:entries.none' : 'strategyEngine:entries.noMatch')}
        </p>
      )}
      {data && data.list.length > 0 && (
        <ul className="grid max-h-52 gap-1 overflow-auto px-1" aria-label={t('strategyEngine:entries.found')}>
          {data.list.map(({ id, label, address }) => (
            <li key={id}>
              <Checkbox
                checked={chosen.includes(id)}
                onChange={() => onToggle(id)}
                label={
                  <span className="flex min-w-0 flex-wrap gap-x-2">
                    <Honest className="break-all" text={label} />
                    <span className="mono text-mut text-xs leading-5" title={address}>
                      {shortenHash(address)}
                    </span>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <p aria-live="polite" className="px-1 text-mut text-xs">
          {t('strategyEngine:entries.more', { count: left })}
        </p>
      )}
    </div>
  );
}
