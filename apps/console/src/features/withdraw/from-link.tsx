import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A payee that nobody has typed: whoever made the link has. */
export default function FromLink(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return <p className="text-mut">{t('whiteAddress:link.from')}</p>;
}
