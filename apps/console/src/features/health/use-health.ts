import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { useApi } from '../../lib/query.ts';
import { due, meanwhile, type Sentence } from './view.ts';

const everyMs = 5_000;

/** How everything stands, asked again now and then. */
export const useHealth = (enabled = true) =>
  useApi('health', 'status', {}, { quiet: true, refetchInterval: everyMs, enabled });

/** Writes a sentence, with its names as the language lists them. */
export function useSentence(): (sentence: Pick<Sentence, 'text' | 'names'>) => string {
  const { t } = useTranslation(['translation', 'tools']);
  return ({ text, names }) =>
    t(text, { names: new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names) });
}

interface Trouble {
  /** What is wrong, the worst of it; a stop of all signatures has a bar of its own. */
  readonly worst: string;
  /** What works meanwhile. */
  readonly works: string;
  /** That a backup or drill is overdue, to whoever can note one. */
  readonly overdue: string;
}
/** What a bar says of how everything stands; '' where there is nothing to say. */
export function useTrouble(): Trouble {
  const write = useSentence();
  const { data: signing } = useApi('signing', 'status', {}, { quiet: true });
  // That a backup is overdue may be so for weeks: nobody is asked every few seconds for it.
  const { data } = useHealth(signing?.troubles.some((trouble) => trouble !== 'upkeep') ?? false);
  const sentences = data ? meanwhile(data) : [];
  const worst = sentences.find(({ bad, text }) => bad && text !== 'tools:health.do.frozen');
  const works = sentences.find(({ bad, text }) => !bad && text !== due);
  return {
    worst: worst ? write(worst) : '',
    works: works ? write(works) : '',
    overdue: signing?.troubles.includes('upkeep') ? write({ text: due, names: [] }) : '',
  };
}
