import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { cn } from './cn.ts';
import { TextInput } from './form.tsx';

type Id = string | number;
export interface Choice<I extends Id> {
  readonly id: I;
  readonly name: string;
}

interface ChoiceListProps<I extends Id> {
  readonly listId: string;
  readonly 'aria-label': string;
  /** Several can be chosen. */
  readonly 'aria-multiselectable'?: boolean;
  readonly choices: readonly Choice<I>[];
  readonly chosen: readonly I[];
  readonly onPick: (id: I) => void;
  readonly onClose: () => void;
  /** Above the choices a `ChoiceSearch`, where they are many. */
  readonly search: ReactNode;
  /** Below the choices. */
  readonly children?: ReactNode;
}
interface ChoiceSearchProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The field in which what a list has is searched. */
export const ChoiceSearch = ({ label, text, onText }: ChoiceSearchProps): ReactNode => (
  <TextInput
    autoFocus
    type="search"
    maxLength={50}
    aria-label={label}
    placeholder={label}
    value={text}
    onChange={({ target }) => onText(target.value)}
  />
);

/** So that arrows are heard where there is no field for them. A list that opens below what is seen comes into view. */
const focusOnce = (list: HTMLDivElement | null): void => list?.focus();

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** What a combobox opens (WAI-ARIA APG): arrows lead, Enter chooses, Escape closes. */
export function ChoiceList<I extends Id>({
  listId,
  choices,
  chosen,
  onPick,
  onClose,
  search,
  children,
  ...labels
}: ChoiceListProps<I>): ReactNode {
  const [active, setActive] = useState(0);
  const at = Math.min(active, choices.length - 1);
  const now = choices[at];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step) setActive((at + step + choices.length) % Math.max(choices.length, 1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (now) onPick(now.id);
    } else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field or the list inside it
    <div
      className="fade-in absolute top-full left-0 z-50 mt-1 grid w-full min-w-56 gap-1 rounded-lg border border-line bg-raise p-1 shadow-lg"
      onInput={() => setActive(0)}
      onKeyDown={onKeyDown}
    >
      {search}
      <div
        {...labels}
        role="listbox"
        id={listId}
        aria-activedescendant={now && `${listId}-${now.id}`}
        tabIndex={search ? -1 : 0}
        ref={search ? undefined : focusOnce}
        className="max-h-60 overflow-auto outline-none"
      >
        {choices.map(({ id, name }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the list, which has the focus or whose field has it
          <div
            key={id}
            id={`${listId}-${id}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(id)}
            className={cn(
              'flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm',
              place === at && 'bg-hov',
            )}
            onClick={() => onPick(id)}
            onPointerMove={() => setActive(place)}
          >
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
            {chosen.includes(id) && <Check size={13} aria-hidden />}
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
