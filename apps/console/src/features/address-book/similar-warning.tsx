import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressBlocks } from '../../ui/display.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';

/** Listed payees that a person would take for this one: first and last characters alike, the middle not (address poisoning). */
export function SimilarWarning({
  similar,
}: {
  similar: readonly { readonly like: string; readonly label: string }[];
}): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  if (similar.length === 0) return null;
  return (
    <Banner tone="bad" title={t('whiteAddress:similar')}>
      <p>{t('whiteAddress:alikeText')}</p>
      <ul className="mt-2 grid gap-2">
        {similar.map(({ like, label }) => (
          <li key={like} className="grid gap-1">
            <Honest className="font-medium" text={label} />
            <AddressBlocks address={like} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}
