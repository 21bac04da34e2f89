import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WordList } from '../../ui/digest-words.tsx';

/** A key as people compare it: what made it printed the same words, and the approval page shows them. */
export function KeyWords({ words }: { words: readonly string[] }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  return (
    <section className="grid gap-2 rounded-lg border border-line bg-panel p-3.5" data-testid="key-words">
      <p>
        <span className="font-medium">{t('apiPage:words')}</span>{' '}
        <span className="text-mut">{t('apiPage:wordsText')}</span>
      </p>
      <WordList words={words} />
    </section>
  );
}
