import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { useApi } from '../../lib/query.ts';
import type { Sentence } from './view.ts';

const everyMs = 5_000;

/** How everything stands, asked again now and then. */
export const useHealth = () => useApi('health', 'status', {}, { quiet: true, refetchInterval: everyMs });

/** Writes a sentence, with its names as the language lists them. */
export function useSentence(): (sentence: Pick<Sentence, 'text' | 'names'>) => string {
  const { t } = useTranslation(['translation', 'tools']);
  return ({ text, names }) =>
    t(text, { names: new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names) });
}
