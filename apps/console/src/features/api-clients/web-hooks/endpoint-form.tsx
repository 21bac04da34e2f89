import { type EndpointSettings, toldSides } from '@holdfast/contract/web-hook';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox, Field, TextInput } from '../../../ui/form.tsx';

const [nameMax, urlMax] = [50, 1_000];

interface EndpointFormProps {
  readonly formId: string;
  readonly start: EndpointSettings | undefined;
  readonly onSend: (settings: EndpointSettings) => void;
}

/** Where web hooks go, and of what. */
export function EndpointForm({ formId, start, onSend }: EndpointFormProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const [values, setValues] = useState<EndpointSettings>(
    () => start ?? { name: '', url: '', sides: [...toldSides], final_only: false, success_word: false },
  );
  const [asked, setAsked] = useState(false);
  const set = (change: Partial<EndpointSettings>): void => setValues((old) => ({ ...old, ...change }));
  const faults = {
    name: values.name.trim() === '',
    url: !URL.canParse(values.url.trim()),
    sides: values.sides.length === 0,
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (!Object.values(faults).some(Boolean)) onSend({ ...values, name: values.name.trim(), url: values.url.trim() });
  };
  return (
    <form id={formId} className="grid gap-5" onSubmit={send} noValidate>
      <Field label={t('apiPage:hook.name')} error={asked && faults.name ? t('apiPage:hook.fault.name') : undefined}>
        <TextInput value={values.name} maxLength={nameMax} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field
        label={t('apiPage:hook.url')}
        hint={t('apiPage:hook.urlHint')}
        error={asked && faults.url ? t('apiPage:hook.fault.url') : undefined}
      >
        <TextInput
          className="mono"
          inputMode="url"
          maxLength={urlMax}
          value={values.url}
          onChange={({ target }) => set({ url: target.value })}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">{t('apiPage:hook.sides')}</legend>
        {toldSides.map((side) => (
          <Checkbox
            key={side}
            label={t(`apiPage:hook.side.${side}`)}
            checked={values.sides.includes(side)}
            onChange={({ target }) =>
              set({ sides: toldSides.filter((one) => (one === side ? target.checked : values.sides.includes(one))) })
            }
          />
        ))}
        {asked && faults.sides && (
          <p role="alert" className="text-bad text-xs">
            {t('apiPage:hook.fault.sides')}
          </p>
        )}
      </fieldset>
      <Checkbox
        label={t('apiPage:hook.finalOnly')}
        checked={values.final_only}
        onChange={({ target }) => set({ final_only: target.checked })}
      />
      <Checkbox
        label={t('apiPage:hook.successWord')}
        checked={values.success_word}
        onChange={({ target }) => set({ success_word: target.checked })}
      />
    </form>
  );
}
