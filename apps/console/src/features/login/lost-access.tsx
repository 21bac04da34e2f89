import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The way on for somebody who cannot log in any more: it leads through an owner, since nobody else can tell who they are. */
export default function LostAccess(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return <p className="mt-4 text-mut">{t('tools:login.lost')}</p>;
}
