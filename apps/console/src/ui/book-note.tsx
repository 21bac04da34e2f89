import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListedOnly } from '../lib/listed-only.ts';
import { freeFrom } from '../lib/payee-name.ts';
import { Banner } from './feedback.tsx';
import { Honest } from './honest.tsx';

/** What the address book says of a destination: its label, and from when on the signers take it for listed. */
export default function BookNote({
  label,
  white,
  from,
}: {
  label: string;
  white: boolean;
  from: Date | null;
}): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const listedOnly = useListedOnly();
  return (
    <Banner tone={white || !listedOnly ? 'info' : 'warn'} title={t('whiteAddress:pick.listed')}>
      <Honest className="font-medium" text={label} />
      {!white && from && (
        <p>{t(`whiteAddress:pick.${listedOnly ? 'cooling' : 'coolingOff'}`, { when: freeFrom(from) })}</p>
      )}
    </Banner>
  );
}
