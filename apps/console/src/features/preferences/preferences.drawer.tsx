import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, type Language, setLanguage } from '../../lib/i18n.ts';
import { densities, deviceTimeZone, themes, usePreferences } from '../../lib/preferences.ts';
import { absoluteTime } from '../../lib/time.ts';
import { DrawerBody } from '../../ui/drawers.tsx';
import { Field } from '../../ui/form.tsx';
import { useNow } from '../../ui/use-now.ts';

interface Choice {
  readonly value: string;
  readonly text: string;
}
interface ChooserProps {
  readonly id?: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}

/** The browser's own list: hundreds of zones scroll and are found by typing. */
function Chooser({ value, choices, onChoose, ...rest }: ChooserProps): ReactNode {
  return (
    <select {...rest} className="box box-line" value={value} onChange={(event) => onChoose(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}

/** Languages are written in themselves, so that whoever is lost in the other finds theirs. */
const languages: readonly { readonly value: Language; readonly tag: string }[] = [
  { value: 'en-US', tag: 'en' },
  { value: 'zh-CN', tag: 'zh' },
];
const languageName = (tag: string): string => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

/** How the console looks and reads for whoever uses this browser; every choice holds at once. */
export default function PreferencesDrawer(): ReactNode {
  const { t } = useTranslation();
  const { theme, density, timeZone } = usePreferences();
  const now = useNow(1_000);
  const set = usePreferences.setState;
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, text: zone })), []);
  const device = deviceTimeZone();
  return (
    <DrawerBody>
      <Field label={t('preferences.language')}>
        <Chooser
          value={currentLanguage()}
          choices={languages.map(({ value, tag }) => ({ value, text: languageName(tag) }))}
          onChoose={(value) => void setLanguage(value === 'zh-CN' ? 'zh-CN' : 'en-US')}
        />
      </Field>
      <Field label={t('preferences.theme')}>
        <Chooser
          value={theme}
          choices={themes.map((value) => ({ value, text: t(`preferences.theme.${value}`) }))}
          onChoose={(value) => set({ theme: themes.find((known) => known === value) ?? 'system' })}
        />
      </Field>
      <Field label={t('preferences.density')}>
        <Chooser
          value={density}
          choices={densities.map((value) => ({ value, text: t(`preferences.density.${value}`) }))}
          onChoose={(value) => set({ density: densities.find((known) => known === value) ?? 'normal' })}
        />
      </Field>
      <Field label={t('preferences.zone')} hint={t('preferences.zoneHint', { time: absoluteTime(new Date(now)) })}>
        <Chooser
          value={timeZone}
          choices={[{ value: '', text: t('preferences.zoneOfDevice', { zone: device }) }, ...zones]}
          onChoose={(value) => set({ timeZone: value })}
        />
      </Field>
    </DrawerBody>
  );
}
