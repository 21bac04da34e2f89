import type { Member } from '@holdfast/policy';
import { useTranslation } from 'react-i18next';

/** What whoever asks for payments is called, API clients told from people. */
export function useInitiatorName(): (member: Pick<Member, 'name' | 'role'>) => string {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return ({ name, role }) => (role === 'api' ? t('strategyEngine:initiator.apiClient', { name }) : name);
}
