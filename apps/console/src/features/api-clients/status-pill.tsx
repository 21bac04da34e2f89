import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusPill } from '../../ui/feedback.tsx';
import { type ApiClient, statusOf, tones } from './view.ts';

/** Where an API client stands. */
export function ApiClientStatus({ apiClient }: { apiClient: Pick<ApiClient, 'status'> }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const status = statusOf(apiClient.status);
  return <StatusPill tone={tones[status]} text={t(`apiPage:status.${status}`)} />;
}
