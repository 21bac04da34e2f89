import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from './cn.ts';
import { TextInput } from './form.tsx';
import { useShortcuts } from './shortcuts.ts';

interface SearchBoxProps {
  /** What is searched for now; the box starts anew when it changes. */
  readonly value: string | undefined;
  readonly label: string;
  readonly max?: number;
  /** undefined for an empty box. */
  readonly onSearch: (text: string | undefined) => void;
  readonly className?: string;
  /** Another box of the page has the `/`. */
  readonly second?: boolean;
}

/** Searches by words on Enter; `/` goes to it. */
export function SearchBox({
  value = '',
  label,
  max = 100,
  onSearch,
  className,
  second = false,
}: SearchBoxProps): ReactNode {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const focus = { key: '/', text: t('shortcuts.search'), run: () => input.current?.focus() };
  useShortcuts(second ? [] : [focus]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(input.current?.value.trim() || undefined);
  };
  return (
    <search className={cn('relative min-w-56 flex-1', className)}>
      <form onSubmit={submit}>
        <Search size={14} aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-mut" />
        <TextInput
          key={value}
          ref={input}
          type="search"
          defaultValue={value}
          maxLength={max}
          aria-label={label}
          placeholder={label}
          className="pl-8"
          enterKeyHint="search"
        />
      </form>
    </search>
  );
}
