import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceBox, type ChoiceBoxProps } from './choice-box.tsx';
import { type Choice, ChoiceList, ChoiceSearch } from './choice-list.tsx';

/** From here on there is a field to search in. */
const few = 8;
const anyKey = '';

interface ManySelectProps extends ChoiceBoxProps {
  readonly 'aria-label': string;
  /** What stands for none in particular, and can be chosen. */
  readonly any: string;
  readonly choices: readonly Choice<string>[];
  /** By their keys, in the order in which they were chosen. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** As many can be chosen; of one alone the list closes. */
  readonly most: number;
  readonly onOpenChange?: (open: boolean) => void;
}

/** The first by its name, and how many there are beside it. */
export const nameOfSeveral = ([first, ...others]: readonly string[]): string | undefined =>
  others.length === 0 ? first : `${first} +${others.length}`;

/** What is chosen once a choice was taken: away again, or one more if there may be. */
export const toggled = <T,>(chosen: readonly T[], one: T, most: number): readonly T[] => {
  if (chosen.includes(one)) return chosen.filter((other) => other !== one);
  return most === 1 ? [one] : [...chosen, one].slice(0, most);
};

/** One or several of what is listed, searched where that is long. A combobox (WAI-ARIA APG); it stays open while several are chosen. */
export function ManySelect({ any, choices, chosen, onChange, most, onOpenChange, ...box }: ManySelectProps): ReactNode {
  const names = chosen.map((key) => choices.find(({ id }) => id === key)?.name ?? key);
  return (
    <ChoiceBox {...box} name={nameOfSeveral(names) ?? any}>
      {(listId, close) => (
        <Listed
          listId={listId}
          label={box['aria-label']}
          choices={[{ id: anyKey, name: any }, ...choices]}
          chosen={chosen}
          most={most}
          onOpenChange={onOpenChange}
          onClose={close}
          onPick={(key) => {
            onChange(key === anyKey ? [] : toggled(chosen, key, most));
            if (most === 1) close();
          }}
        />
      )}
    </ChoiceBox>
  );
}

interface ListedProps {
  readonly listId: string;
  readonly label: string;
  readonly choices: readonly Choice<string>[];
  readonly chosen: readonly string[];
  readonly most: number;
  readonly onOpenChange: ((open: boolean) => void) | undefined;
  readonly onPick: (key: string) => void;
  readonly onClose: () => void;
}

function Listed({ listId, label, choices, chosen, most, onOpenChange, ...list }: ListedProps): ReactNode {
  const { t } = useTranslation();
  const tell = useEffectEvent((open: boolean) => onOpenChange?.(open));
  useEffect(() => {
    tell(true);
    return () => tell(false);
  }, []);
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase();
  const found = choices.filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <ChoiceList
      {...list}
      listId={listId}
      aria-label={label}
      choices={found}
      chosen={chosen.length === 0 ? [anyKey] : chosen}
      aria-multiselectable={most > 1}
      search={choices.length > few && <ChoiceSearch label={t('filters.search')} text={text} onText={setText} />}
    >
      {found.length === 0 && <p className="px-2 py-1.5 text-mut">{t('filters.noneFound')}</p>}
      <Full chosen={chosen.length} most={most} />
    </ChoiceList>
  );
}

/** That no more can be chosen. */
export function Full({ chosen, most }: { readonly chosen: number; readonly most: number }): ReactNode {
  const { t } = useTranslation();
  return most > 1 && chosen >= most && <p className="px-2 py-1 text-mut text-xs">{t('filters.most', { most })}</p>;
}
