import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../lib/numbered.ts';
import { HashText } from './display.tsx';

/** Words to compare, each with its place. */
export function WordList({ words }: { words: readonly string[] }): ReactNode {
  return (
    <ol className="grid grid-cols-4 gap-x-3 gap-y-1 max-md:grid-cols-2">
      {numbered(words).map(({ item: word, at }) => (
        <li key={at} className="mono text-[13px]">
          <span className="mr-1.5 inline-block w-4 text-right text-mut">{at + 1}</span>
          {word}
        </li>
      ))}
    </ol>
  );
}

/** The request's fingerprint, to be compared with the one on the signer's page: the same words, in the same order. */
export function DigestWords({ words, hash }: { words: readonly string[]; hash: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className="grid gap-2.5 rounded-lg border border-line bg-panel p-4">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t('todo.fingerprint')}</span>
        <span className="text-mut">{t('todo.fingerprintText')}</span>
      </span>
      <WordList words={words} />
      <HashText hash={hash} />
    </section>
  );
}
