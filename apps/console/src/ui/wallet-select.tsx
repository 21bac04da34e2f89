import type { WorkspaceId } from '@holdfast/contract';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useWalletNames } from '../lib/wallet-names.ts';
import { cn } from './cn.ts';
import { TextInput } from './form.tsx';
import { useOutside } from './use-outside.ts';

const pauseMs = 200;
/** As many as are drawn: whoever has more searches them. */
const shown = 50;
/** From here on there is a field to search in. */
const few = 8;

interface WalletSelectProps {
  readonly id?: string;
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  /** What stands for no wallet in particular, and can be chosen. */
  readonly any?: string;
  readonly placeholder?: string;
  /** Only what payments can be asked for from: neither hidden nor put away. */
  readonly usable?: boolean;
  /** Are chosen elsewhere already. */
  readonly except?: readonly number[];
  readonly className?: string;
  readonly 'aria-label'?: string;
}

interface Choice {
  readonly id: number | null;
  readonly name: string;
}

/** One wallet of however many: the first of them, or those that the server finds by name or alias. A combobox (WAI-ARIA APG); arrows and Enter choose. */
export function WalletSelect({
  value,
  onChange,
  any,
  placeholder = '',
  className,
  ...rest
}: WalletSelectProps): ReactNode {
  const { usable, except, ...labels } = rest;
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const nameOf = useWalletNames();
  useOutside(frame, isOpen, () => setOpen(false));
  const name = value === null ? any : (nameOf(value) ?? `#${value}`);
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };
  return (
    <div ref={frame} className={cn('relative', className)}>
      <button
        {...labels}
        ref={trigger}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        className="box box-line flex w-full items-center justify-between gap-2 text-left"
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <bdi className={cn('truncate', name === undefined && 'text-mut')}>{name ?? placeholder}</bdi>
        <ChevronsUpDown size={13} className="shrink-0 text-mut" aria-hidden />
      </button>
      {isOpen && (
        <Panel
          listId={listId}
          value={value}
          any={any}
          usable={usable ?? false}
          except={except ?? []}
          onClose={close}
          onPick={(id) => {
            onChange(id);
            close();
          }}
        />
      )}
    </div>
  );
}

interface PanelProps {
  readonly listId: string;
  readonly value: number | null;
  readonly any: string | undefined;
  readonly usable: boolean;
  readonly except: readonly number[];
  readonly onPick: (id: number | null) => void;
  readonly onClose: () => void;
}

function useFound(keyword: string, usable: boolean) {
  const walletId = useSession((state) => state.walletId);
  return useApi(
    'wallet',
    'allSubWallets',
    { wallet_id: (walletId ?? 1) as WorkspaceId, usable, size: shown, ...(keyword === '' ? {} : { keyword }) },
    { enabled: walletId !== null, keep: true },
  ).data;
}

function Panel({ listId, value, any, usable, except, onPick, onClose }: PanelProps): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), pauseMs);
  const data = useFound(keyword, usable);
  const [active, setActive] = useState(0);
  const found = (data?.list ?? []).filter(({ id }) => !except.includes(id));
  const choices: readonly Choice[] = [
    ...(any === undefined || keyword !== '' ? [] : [{ id: null, name: any }]),
    ...found,
  ];
  const isSearched = keyword !== '' || text !== '' || (data?.total ?? 0) > few;
  const at = Math.min(active, Math.max(choices.length - 1, 0));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((at + step + choices.length) % Math.max(choices.length, 1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const choice = choices[at];
      if (choice) onPick(choice.id);
    } else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const left = (data?.total ?? 0) - (data?.list.length ?? 0);
  const options = {
    role: 'listbox',
    id: listId,
    'aria-label': t('common.subWallet'),
    'aria-activedescendant': choices[at] ? `${listId}-${choices[at].id}` : undefined,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field or the list inside it
    <div
      className="fade-in absolute top-full left-0 z-50 mt-1 grid w-full min-w-56 gap-1 rounded-lg border border-line bg-raise p-1 shadow-lg"
      onKeyDown={onKeyDown}
    >
      {isSearched && (
        <TextInput
          autoFocus
          type="search"
          maxLength={50}
          aria-label={t('wallet.search')}
          placeholder={t('wallet.search')}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
        />
      )}
      <div
        {...options}
        tabIndex={isSearched ? -1 : 0}
        ref={isSearched ? undefined : focusOnce}
        className="max-h-60 overflow-auto outline-none"
      >
        {choices.map((choice, place) => (
          <Option
            key={choice.id ?? 'any'}
            id={`${listId}-${choice.id}`}
            name={choice.name}
            chosen={choice.id === value}
            active={place === at}
            onPoint={() => setActive(place)}
            onPick={() => onPick(choice.id)}
          />
        ))}
      </div>
      {data && choices.length === 0 && <p className="px-2 py-1.5 text-mut">{t('wallet.noneFound')}</p>}
      {left > 0 && <p className="px-2 py-1 text-mut text-xs">{t('wallet.moreSearch')}</p>}
    </div>
  );
}

/** So that arrows are heard where there is no field for them. */
const focusOnce = (list: HTMLDivElement | null): void => list?.focus({ preventScroll: true });

interface OptionProps {
  readonly id: string;
  readonly name: string;
  readonly chosen: boolean;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onPick: () => void;
}

function Option({ id, name, chosen, active, onPoint, onPick }: OptionProps): ReactNode {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={cn('flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm', active && 'bg-hov')}
      onClick={onPick}
      onKeyDown={({ key }) => key === 'Enter' && onPick()}
      onPointerMove={onPoint}
    >
      <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
      {chosen && <Check size={13} aria-hidden />}
    </div>
  );
}
