import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSlipOf } from '../lib/slip.ts';
import { cn } from './cn.ts';
import { Kbd } from './layout.tsx';
import { useBack } from './use-back.ts';

export interface Command {
  readonly id: string;
  readonly text: string;
  /** Under which heading it stands. What the caller searched for itself is `find`, `transactions` or `payees`: shown whatever was typed. */
  readonly group: 'find' | 'transactions' | 'payees' | 'wallets' | 'coins' | 'members' | 'go' | 'do';
  /** Beside it, small. */
  readonly detail?: string;
  /** Other words under which it is looked for; not shown. */
  readonly also?: string;
  readonly icon?: ReactNode;
  readonly run: () => void;
}

interface PaletteProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** In the order of their groups; the caller adds what it found for the query. */
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

/** Ctrl/Cmd+K: go anywhere, do anything, by typing. A combobox over a list (WAI-ARIA APG). */
export default function CommandPalette(props: PaletteProps): ReactNode {
  useBack(true, props.onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="fade-in fixed top-[14vh] left-1/2 z-[60] w-[560px] max-w-[calc(100vw-24px)] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-raise shadow-2xl outline-none">
          <PaletteBody {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const searched: readonly Command['group'][] = ['find', 'transactions', 'payees'];

const isDone = ({ group }: Command): boolean => group === 'go' || group === 'do';
/** Of other words the beginnings: "cid" is a name, and no part of "decide". */
const begins = ({ text, also = '' }: Command, word: string): boolean =>
  ` ${text} ${also}`.toLowerCase().includes(` ${word}`);

/** A whole word: "pay" is one of a payment's, and begins another of a batch's, "payroll". */
const says = ({ text, also = '' }: Command, word: string): boolean =>
  ` ${text} ${also} `.toLowerCase().includes(` ${word} `);

/** What is called so comes before a search for it, so that Enter does it; but behind who or what was found. */
function ranked(found: readonly Command[], wanted: string): readonly Command[] {
  const rankOf = (one: Command): number => {
    if (isDone(one) && begins(one, wanted)) return says(one, wanted) ? 1 : 2;
    if (one.group === 'find') return 3;
    return searched.includes(one.group) ? 0 : 4;
  };
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** What one slip of the fingers would make what is typed. */
const near = (commands: readonly Command[], typed: string): readonly Command[] =>
  commands.filter(
    ({ group, text, also = '' }) =>
      !searched.includes(group) &&
      `${text} ${also}`
        .toLowerCase()
        .split(/\s+/)
        .some((word) => isSlipOf(typed, word)),
  );

/** Those that are called what is typed; where no action or screen is, those of which a word says it: "pay acme" is something to do, and to whom. */
function called(commands: readonly Command[], wanted: string): readonly Command[] {
  const found = commands.filter(
    (one) => searched.includes(one.group) || one.text.toLowerCase().includes(wanted) || begins(one, wanted),
  );
  if (wanted.length > 2 && found.some((one) => isDone(one) && begins(one, wanted))) return ranked(found, wanted);
  const words = wanted.split(/\s+/).filter((word) => word.length > 2);
  if (found.some(isDone)) return found;
  if (!/\s/.test(wanted))
    return found.every(({ group }) => group === 'find') ? [...near(commands, wanted), ...found] : found;
  const by = (test: typeof says) => commands.filter((one) => isDone(one) && words.some((word) => test(one, word)));
  const said = by(says);
  const some = said.length > 0 ? said : by(begins);
  return commands.filter((one) => found.includes(one) || some.includes(one));
}

function PaletteBody({ query, onQuery, commands, onClose }: PaletteProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const [active, setActive] = useState(0);
  const wanted = query.trim().toLowerCase();
  const found = called(commands, wanted);
  const at = Math.min(active, Math.max(found.length - 1, 0));
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((at + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // The focus goes back to where it was while the key is still down: it must not press what stands there.
      event.preventDefault();
      run(found[at]);
    }
  };
  return (
    <>
      <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search size={15} className="text-mut" aria-hidden />
        <input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] ? `${id}-${found[at].id}` : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={query}
          maxLength={200}
          onChange={(event) => {
            onQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-mut"
        />
        <Kbd>Esc</Kbd>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('palette.title')}
        className="max-h-[50vh] overflow-auto p-1.5"
      >
        {found.map((command, index) => (
          <Fragment key={command.id}>
            {command.group !== found[index - 1]?.group && (
              <p role="presentation" className="px-2.5 pt-2 pb-1 text-mut text-xs">
                {t(`palette.group.${command.group}`)}
              </p>
            )}
            <Option
              id={`${id}-${command.id}`}
              command={command}
              active={index === at}
              onRun={() => run(command)}
              onPoint={() => setActive(index)}
            />
          </Fragment>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 pt-2 pb-8 text-center text-mut">{t('palette.nothing')}</p>}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly active: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
}

/** The keyboard stays in the field above; this is for the pointer, and in sight when the arrows come to it. */
function Option({ id, command, active, onRun, onPoint }: OptionProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={onRun}
      onKeyDown={({ key }) => key === 'Enter' && onRun()}
      onPointerMove={onPoint}
      className={cn(
        'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-mut',
        active && 'bg-hov',
      )}
    >
      {command.icon}
      <bdi className="min-w-0 truncate">{command.text}</bdi>
      {command.detail && <bdi className="ml-auto shrink-0 text-mut text-xs">{command.detail}</bdi>}
    </div>
  );
}
