import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { dollarsIn, isCrossed, type WorthSpan, worthText } from './worth-span.ts';

/** From how many US dollars a treasurer looks at payments one by one. */
const usual = ['1000', '10000', '100000'];

interface WorthPanelProps {
  readonly id: string;
  readonly span: WorthSpan | undefined;
  readonly onSpan: (span: WorthSpan) => void;
  readonly onClose: () => void;
}

/** From how much to how much rows are worth: loaded when somebody opens it. */
export default function WorthPanel({ id, span, onSpan, onClose }: WorthPanelProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [texts, setTexts] = useState({ least: span?.least ?? '', most: span?.most ?? '' });
  const [tried, setTried] = useState(false);
  const read = (text: string): string | undefined => (text.trim() === '' ? undefined : dollarsIn(text));
  const asked = { least: read(texts.least), most: read(texts.most) };
  const isWrong = (bound: 'least' | 'most'): boolean => texts[bound].trim() !== '' && asked[bound] === undefined;
  const faultOf = (bound: 'least' | 'most'): string | undefined => {
    if (!tried) return undefined;
    if (isWrong(bound)) return t('tools:worth.fault');
    return bound === 'most' && isCrossed(asked) ? t('tools:worth.crossed') : undefined;
  };
  const show = (event: FormEvent): void => {
    event.preventDefault();
    if (isWrong('least') || isWrong('most') || isCrossed(asked)) setTried(true);
    else onSpan(asked);
  };
  const bound = (name: 'least' | 'most', label: string): ReactNode => (
    <Field label={label} error={faultOf(name)}>
      <TextInput
        autoFocus={name === 'least'}
        inputMode="decimal"
        maxLength={30}
        className="tabular-nums"
        placeholder="$"
        value={texts[name]}
        onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
      />
    </Field>
  );
  return (
    <form
      id={id}
      role="dialog"
      aria-label={t('tx.column.value')}
      noValidate
      className="fade-in absolute top-full left-0 z-50 mt-1 grid w-full min-w-76 gap-3 rounded-lg border border-line bg-raise p-3 shadow-lg"
      onSubmit={show}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="grid grid-cols-2 items-start gap-2">
        {bound('least', t('tools:worth.from'))}
        {bound('most', t('tools:worth.to'))}
      </div>
      <div className="flex flex-wrap gap-1">
        {usual.map((least) => (
          <Button key={least} size="sm" onClick={() => onSpan({ least, most: undefined })}>
            {worthText({ least, most: undefined })}
          </Button>
        ))}
      </div>
      <div className="flex justify-end gap-2">
        {span && (
          <Button variant="ghost" onClick={() => onSpan({ least: undefined, most: undefined })}>
            {t('tx.anyWorth')}
          </Button>
        )}
        <Button type="submit" variant="primary">
          {t('tools:worth.apply')}
        </Button>
      </div>
    </form>
  );
}
