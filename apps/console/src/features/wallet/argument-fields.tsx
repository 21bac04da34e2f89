import { type Parameter, typeText } from '@holdfast/policy';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, TextInput } from '../../ui/form.tsx';

interface ArgumentFieldsProps {
  readonly inputs: readonly Parameter[];
  readonly texts: readonly string[];
  /** Places of those that are none. */
  readonly faults: readonly number[];
  readonly tried: boolean;
  readonly onTexts: (texts: string[]) => void;
}

/** A field for each argument of a method, or of a constructor, with its type. */
export function ArgumentFields({ inputs, texts, faults, tried, onTexts }: ArgumentFieldsProps): ReactNode {
  const { t } = useTranslation();
  const set = (at: number, text: string): void => onTexts(inputs.map((_, i) => (i === at ? text : (texts[i] ?? ''))));
  return inputs.map(({ name, type }, i) => {
    const kind = typeText(type);
    const isList = type.kind === 'list' || type.kind === 'tuple';
    const bad = faults.includes(i) && (tried || (texts[i] ?? '') !== '');
    return (
      <Field
        // biome-ignore lint/suspicious/noArrayIndexKey: an argument is its place
        key={i}
        label={name === '' ? String(i + 1) : name}
        aside={<span className="mono">{kind}</span>}
        {...(isList ? { hint: t('call.listHint') } : {})}
        {...(bad ? { error: t('call.argumentFault', { type: kind }) } : {})}
      >
        <TextInput className="mono h-9" value={texts[i] ?? ''} onChange={({ target }) => set(i, target.value)} />
      </Field>
    );
  });
}
